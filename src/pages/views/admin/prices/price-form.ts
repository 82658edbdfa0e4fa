import { html, raw } from "hono/html";

import type { Field } from "../../../admin/derived/fields.ts";
import { usualTypes } from "../../../admin/prices/price-types.ts";
import { textFor } from "../../../text/catalogue.ts";
import { valueLabel } from "../../../text/fields/texts.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { type FormView, input, labelled } from "../derived/form-controls.ts";
import { conflict, type FormPage, markedFields } from "../derived/form-page.ts";
import { fieldView } from "../derived/widgets.ts";
import { islandHead, unsavedIsland } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

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
export async function priceForm(page: AdminPage, view: FormPage): Promise<string> {
  const { prices: text, derived } = textFor(page.locale).admin;
  const form: FormView = { ...view.form, page, mode: "patch", values: suggested(page, view) };
  const draw = (name: string, label?: string) => drawField(form, view.fields, name, label);
  const isOpen = rare.some((name) => [...form.problems.keys()].some((at) => at === name || at.startsWith(`${name}.`)));
  return adminLayout(page, {
    title: view.title,
    problem: view.refusal !== undefined,
    links: islandHead(page),
    parent: view.back,
    above: view.above,
    crumb: view.crumb,
    content: html`<h1>${view.title}</h1>
      ${view.refusal === undefined ? raw("") : problem("problem", html`${view.refusal} ${markedFields(form)}`)}
      ${conflict(page, view)}
      <form method="post" action="${view.action}" class="stack derived price-form">
        ${unsavedIsland({ isRefused: view.refusal !== undefined || view.now.length > 0 })} ${hidden("csrf", page.csrf)}
        ${Object.entries(view.hiddenFields).map(([name, value]) => hidden(name, value))} ${name(form, view.fields)}
        ${types(form, view)}
        <div class="if-paid">${draw("price")}</div>
        <div class="if-installments">${draw("installments")}</div>
        ${draw("access")}
        <details class="rare" ${isOpen ? raw("open") : raw("")}>
          <summary>${derived.form.rare}</summary>
          <div class="stack">${rare.map((one) => draw(one))}</div>
        </details>
        <p class="hint">${fillPlain(derived.form.zone, { zone: page.timeZone })}</p>
        ${view.form.mode === "patch" ? html`<p class="hint">${text.forNewBuyers}</p>` : raw("")}
        <div class="foot-of-form">
          ${button(view.submit, { look: "primary" })}
          <a class="button plain" href="${view.back[0]}">${derived.form.cancel}</a>
        </div>
      </form>`,
  });
}

/** Returns the values of a form, with a type and a name for a new price. */
function suggested({ locale }: AdminPage, { form: { values, mode } }: FormPage): FormView["values"] {
  if (mode !== "new") return values;
  const { prices: text } = textFor(locale).admin;
  const given = (name: string) => (values.get(name) ?? "") !== "";
  return new Map([
    ...values,
    ...(given("plan_type") ? [] : [["plan_type", usualTypes[0]] as const, ["active", "on"] as const]),
    ...(given("access.kind") ? [] : [["access.kind", "lifetime"] as const]),
    ...(given("name") || given("plan_type") ? [] : [["name", text.suggestedName] as const]),
  ]);
}

function drawField(form: FormView, fields: readonly Field[], name: string, label?: string): Markup {
  const field = fields.find((one) => one.name === name);
  return field ? fieldView(form, field, name, label) : raw("");
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
    ${wrong === undefined ? raw("") : raw('aria-invalid="true" aria-describedby="plan_type-problem"')}
  >
    <legend>${text.type}</legend>
    ${wrong === undefined ? raw("") : html`<p id="plan_type-problem" class="wrong">${wrong}</p>`}
    ${offered.map(
      (type) =>
        html`<div class="choice">
          <label
            ><input type="radio" name="plan_type" value="${type}" ${type === stored ? raw("checked") : raw("")} />
            <span>${valueLabel(locale, "planType", type)}</span></label
          >
        </div>`,
    )}
  </fieldset>`;
}
