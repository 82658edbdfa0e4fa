import { html, raw } from "hono/html";

import { type Duration, durations } from "../../../admin/enrollments/read-access.ts";
import { choicesKey, type Field } from "../../../admin/derived/fields.ts";
import { textFor } from "../../../text/catalogue.ts";
import { hidden } from "../../parts/fields.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import { type FormView, input, labelled } from "../derived/form-controls.ts";
import { drawField, formLayout, type FormPage, zoneHint } from "../derived/form-page.ts";
import { searched } from "../derived/relations.ts";
import type { AdminPage } from "../layout.ts";

/** Fields that most people leave as they are. */
const rare = ["plan_id", "starts_at", "name", "notify", "on_existing", "external_id", "metadata"];

/** The form that gives a person access to a course: the person, the course and how long. */
export function giveAccessForm(page: AdminPage, view: FormPage): string {
  const { giveAccess: text } = textFor(page.locale).admin;
  const form: FormView = { ...view.form, page };
  const named = { ...view, title: text.title, crumb: text.title, submit: text.title };
  return formLayout(page, named, form, {
    fields: html`${chosen(form, view.fields, "student_id", text.person) ?? person(form, view.fields)}
    ${chosen(form, view.fields, "course_id", text.course) ?? drawField(form, view.fields, "course_id", text.course)}
    ${duration(form, view.fields)}`,
    rare,
    notes: zoneHint(page),
  });
}

/** The person or course that the address has named, with a way to choose another. Undefined if nothing is chosen, or it is refused. */
function chosen(form: FormView, fields: readonly Field[], name: string, label: string): Markup | undefined {
  const { giveAccess: text } = textFor(form.page.locale).admin;
  const control = fields.find((one) => one.name === name)?.control;
  const id = form.values.get(name) ?? "";
  const choices = control?.kind === "reference" ? form.choices.get(choicesKey(control)) : undefined;
  const chosenName = choices?.options?.find(([one]) => one === id)?.[1] ?? choices?.labels.get(id);
  if (id === "" || chosenName === undefined || form.problems.has(name)) return undefined;
  return html`<div class="field">
    <p><span class="soft">${label}</span> ${hidden(name, id)} <strong>${foreign(chosenName)}</strong></p>
    <p><a href="${addressWithout(form, name)}">${text.other}</a></p>
  </div>`;
}

function addressWithout({ values }: FormView, name: string): string {
  const otherField = name === "course_id" ? "student_id" : "course_id";
  const kept = values.get(otherField) ?? "";
  return kept === "" ? "/admin/enrollments/new" : `/admin/enrollments/new?${otherField}=${encodeURIComponent(kept)}`;
}

/** One field for members and for people who are new to the school. */
function person(form: FormView, fields: readonly Field[]): Markup {
  const { giveAccess: text } = textFor(form.page.locale).admin;
  const field = fields.find((one) => one.name === "student_id");
  if (field?.control.kind !== "reference") return raw("");
  const choices = form.choices.get(choicesKey(field.control));
  const typed = form.values.get("student_id") || (form.values.get("email") ?? "");
  const placed = {
    form: { ...form, mode: "patch" as const, values: new Map([...form.values, ["student_id", typed]]) },
    field,
    name: "student_id",
    label: text.person,
    hint: text.personHint,
    problem: form.problems.get("student_id") ?? form.problems.get("email"),
  };
  return labelled(placed, searched(input(placed, { type: "text", maxlength: "200" }), choices, false));
}

/** One choice, with the field that it needs beside it. Works without scripts. */
function duration(form: FormView, fields: readonly Field[]): Markup {
  const { giveAccess: text } = textFor(form.page.locale).admin;
  const picked = pickedIn(form);
  const fieldsOf: Partial<Record<Duration, Markup>> = {
    until: drawField({ ...form, mode: "patch" }, fields, "expires_at", text.end),
    days: days(form, fields),
  };
  return html`<fieldset id="duration" class="durations">
    <legend>${text.duration}</legend>
    ${durations.map(
      (name) =>
        html`<div class="choice">
            <label
              ><input type="radio" name="duration" value="${name}" ${name === picked && raw("checked")} />
              <span>${text.durations[name]}</span></label
            >
          </div>
          ${fieldsOf[name] !== undefined && html`<div class="for-${name}">${fieldsOf[name]}</div>`}`,
    )}
  </fieldset>`;
}

function days(form: FormView, fields: readonly Field[]): Markup {
  const { giveAccess: text } = textFor(form.page.locale).admin;
  const name = "access_days";
  const field = fields.find((one) => one.name === name);
  if (!field) return raw("");
  const placed = { form, field, name, label: text.days, hint: undefined, problem: form.problems.get(name) };
  const unmarked = { ...placed, form: { ...form, mode: "patch" as const } };
  return labelled(unmarked, input(unmarked, { type: "text", inputmode: "numeric", size: "8" }));
}

/** The choice of a form that was sent, also of one that names the fields only. */
function pickedIn({ values }: FormView): Duration {
  const picked = durations.find((name) => name === values.get("duration"));
  if (picked) return picked;
  if ((values.get("expires_at.date") ?? "") !== "") return "until";
  if ((values.get("access_days") ?? "") !== "") return "days";
  return values.get("lifetime") === "true" ? "ever" : "usual";
}
