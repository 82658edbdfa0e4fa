import { html, raw } from "hono/html";

import { type Duration, durations } from "../../../admin/enrollments/read-access.ts";
import { choicesKey, type Field } from "../../../admin/derived/fields.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { type FormView, input, labelled } from "../derived/form-controls.ts";
import { type FormPage, markedFields } from "../derived/form-page.ts";
import { searched } from "../derived/relations.ts";
import { fieldView } from "../derived/widgets.ts";
import { islandHead, unsavedIsland } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

/** Fields that most people leave as they are. */
const rare = ["plan_id", "starts_at", "name", "notify", "on_existing", "external_id", "metadata"];

/** The form that gives a person access to a course: the person, the course and how long. */
export async function giveAccessForm(page: AdminPage, view: FormPage): Promise<string> {
  const { giveAccess: text, derived } = textFor(page.locale).admin;
  const form: FormView = { ...view.form, page };
  const draw = (name: string, label?: string) => drawField(form, view.fields, name, label);
  const isOpen = rare.some((name) => [...form.problems.keys()].some((at) => at === name || at.startsWith(`${name}.`)));
  return adminLayout(page, {
    title: text.title,
    problem: view.refusal !== undefined,
    links: islandHead(page),
    parent: view.back,
    above: view.above,
    crumb: text.title,
    content: html`<h1>${text.title}</h1>
      ${view.refusal === undefined ? raw("") : problem("problem", html`${view.refusal} ${markedFields(form)}`)}
      <form method="post" action="${view.action}" class="stack derived">
        ${unsavedIsland({ isRefused: view.refusal !== undefined })} ${hidden("csrf", page.csrf)}
        ${Object.entries(view.hiddenFields).map(([name, value]) => hidden(name, value))}
        ${chosen(form, view.fields, "student_id", text.person) ?? person(form, view.fields)}
        ${chosen(form, view.fields, "course_id", text.course) ?? draw("course_id", text.course)}
        ${duration(form, view.fields)}
        <details class="rare" ${isOpen ? raw("open") : raw("")}>
          <summary>${derived.form.rare}</summary>
          <div class="stack">${rare.map((name) => draw(name))}</div>
        </details>
        <p class="hint">${fillPlain(derived.form.zone, { zone: page.timeZone })}</p>
        <div class="foot-of-form">
          ${button(text.title, { look: "primary" })}
          <a class="button plain" href="${view.back[0]}">${derived.form.cancel}</a>
        </div>
      </form>`,
  });
}

function drawField(form: FormView, fields: readonly Field[], name: string, label?: string): Markup {
  const field = fields.find((one) => one.name === name);
  return field ? fieldView(form, field, name, label) : raw("");
}

/** The person or course that the address has named, with a way to choose another. Undefined if nothing is chosen, or it is refused. */
function chosen(form: FormView, fields: readonly Field[], name: string, label: string): Markup | undefined {
  const { giveAccess: text } = textFor(form.page.locale).admin;
  const control = fields.find((one) => one.name === name)?.control;
  const id = form.values.get(name) ?? "";
  const choices = control?.kind === "reference" ? form.choices.get(choicesKey(control)) : undefined;
  const found = choices?.options?.find(([one]) => one === id)?.[1] ?? choices?.labels.get(id);
  if (id === "" || found === undefined || form.problems.has(name)) return undefined;
  return html`<div class="field">
    <p><span class="soft">${label}</span> ${hidden(name, id)} <strong>${foreign(found)}</strong></p>
    <p><a href="${otherAddress(form, name)}">${text.other}</a></p>
  </div>`;
}

/** The form without this choice. */
function otherAddress({ values }: FormView, name: string): string {
  const other = name === "course_id" ? "student_id" : "course_id";
  const kept = values.get(other) ?? "";
  return kept === "" ? "/admin/enrollments/new" : `/admin/enrollments/new?${other}=${encodeURIComponent(kept)}`;
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
  const asked: Partial<Record<Duration, Markup>> = {
    until: drawField({ ...form, mode: "patch" }, fields, "expires_at", text.end),
    days: days(form, fields),
  };
  return html`<fieldset id="duration" class="durations">
    <legend>${text.duration}</legend>
    ${durations.map(
      (name) =>
        html`<div class="choice">
            <label
              ><input type="radio" name="duration" value="${name}" ${name === picked ? raw("checked") : raw("")} />
              <span>${text.durations[name]}</span></label
            >
          </div>
          ${asked[name] === undefined ? raw("") : html`<div class="for-${name}">${asked[name]}</div>`}`,
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
