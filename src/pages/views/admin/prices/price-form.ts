import { html, raw } from "hono/html";

import type { Field } from "../../../admin/derived/fields.ts";
import { usualTypes } from "../../../admin/prices/price-types.ts";
import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import type { Markup } from "../../parts/markup.ts";
import { type FormView, input, labelled } from "../derived/form-controls.ts";
import { drawField, formLayout, type FormPage, zoneHint } from "../derived/form-page.ts";
import type { AdminPage } from "../layout.ts";

/** Fields that most prices do not need. */
const rare = [
  "compare_at_price",
  "seats",
  "sale_starts_at",
  "sale_ends_at",
  "active",
  "position",
  "external_id",
  "metadata",
];

/** The form of a price: what the chosen type does not need is hidden where style sheets can, and is not saved. */
export function priceForm(page: AdminPage, view: FormPage): string {
  const { prices: text } = textFor(page.locale).admin;
  const form: FormView = { ...view.form, page, mode: "patch", values: suggested(page, view) };
  const draw = (name: string) => drawField(form, view.fields, name);
  return formLayout(page, view, form, {
    look: ["price-form"],
    fields: html`${name(form, view.fields)} ${types(form, view)}
      <div class="if-paid">${draw("price")}</div>
      <div class="if-installments">${draw("installments")}</div>
      ${draw("access")}`,
    rare,
    notes: html`${zoneHint(page)} ${view.form.mode === "patch" && html`<p class="hint">${text.forNewBuyers}</p>`}`,
  });
}

/** Returns the values of a form, with a type and a name for a new price. */
function suggested({ locale }: AdminPage, { form: { values, mode } }: FormPage): FormView["values"] {
  if (mode !== "new") return values;
  const { prices: text } = textFor(locale).admin;
  const hasValue = (name: string) => (values.get(name) ?? "") !== "";
  return new Map([
    ...values,
    ...(hasValue("plan_type") ? [] : [["plan_type", usualTypes[0]] as const, ["active", "on"] as const]),
    ...(hasValue("access.kind") ? [] : [["access.kind", "lifetime"] as const]),
    ...(hasValue("name") || hasValue("plan_type") ? [] : [["name", text.suggestedName] as const]),
  ]);
}

function name(form: FormView, fields: readonly Field[]): Markup {
  const { prices: text } = textFor(form.page.locale).admin;
  const field = fields.find((one) => one.name === "name");
  if (!field) return raw("");
  const placed = {
    form,
    field,
    name: "name",
    label: text.name,
    hint: text.nameHint,
    problem: form.problems.get("name"),
  };
  return labelled(placed, input(placed, { type: "text", maxlength: "200" }));
}

/** The types, with the stored one of an older price. */
function types(form: FormView, { form: { mode } }: FormPage): Markup {
  const { locale } = form.page;
  const { prices: text } = textFor(locale).admin;
  const stored = form.values.get("plan_type") ?? "";
  const isKnown = usualTypes.some((type) => type === stored);
  const offered = [...usualTypes, ...(stored !== "" && !isKnown && mode === "patch" ? [stored] : [])];
  const wrong = form.problems.get("plan_type");
  return html`<fieldset
    id="plan_type"
    ${wrong !== undefined && raw('aria-invalid="true" aria-describedby="plan_type-problem"')}
  >
    <legend>${text.type}</legend>
    ${wrong !== undefined && html`<p id="plan_type-problem" class="wrong">${wrong}</p>`}
    ${offered.map(
      (type) =>
        html`<div class="choice">
          <label
            ><input type="radio" name="plan_type" value="${type}" ${type === stored && raw("checked")} />
            <span>${valueLabel(locale, "planType", type)}</span></label
          >
        </div>`,
    )}
  </fieldset>`;
}
