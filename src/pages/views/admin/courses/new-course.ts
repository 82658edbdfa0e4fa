import { html } from "hono/html";

import type { Field } from "../../../admin/derived/fields.ts";
import { drawField, formLayout, type FormPage, zoneHint } from "../derived/form-page.ts";
import { fieldView } from "../derived/widgets.ts";
import type { AdminPage } from "../layout.ts";

const neededFields = ["name", "subtitle", "course_type"];

/** One price, which is saved as a price of the new course. */
export const priceField: Field = {
  name: "price",
  control: { kind: "money" },
  isRequired: false,
  isNullable: false,
};

/** The form of a new course. `isPriced`: the person may add a price. */
export function newCourse(page: AdminPage, view: FormPage, { isPriced }: { isPriced: boolean }): string {
  const form = { ...view.form, page };
  return formLayout(page, view, form, {
    look: ["course-form"],
    fields: html`${neededFields.map((name) => drawField(form, view.fields, name))}
    ${isPriced && html`<div class="if-paid">${fieldView(form, priceField, priceField.name)}</div>`}`,
    rare: view.fields.map(({ name }) => name).filter((name) => !neededFields.includes(name)),
    notes: zoneHint(page),
  });
}
