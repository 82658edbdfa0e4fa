import { html, raw } from "hono/html";

import { fromWire } from "#lib/wire/names.ts";

import { type Control, type Field, isLong } from "../../../admin/derived/fields.ts";
import type { FormValues } from "../../../admin/derived/fill-form.ts";
import { rowsIn, tickedUnder } from "../../../admin/derived/form-index.ts";
import type { FormMode } from "../../../admin/derived/read-form.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fieldHint, fieldLabel, valueLabel } from "../../../text/fields/texts.ts";
import { checkbox, hidden } from "../../fields.ts";
import { fillPlain, type Markup } from "../../markup.ts";
import type { PageContext } from "../../page-context.ts";

/** What a relation can refer to: all of them if there are few, otherwise the names of those chosen. */
export interface Choices {
  options: readonly (readonly [id: string, label: string])[] | undefined;
  labels: ReadonlyMap<string, string>;
}

/** A form of fields. */
export interface FormView {
  page: PageContext;
  /** The context of the names of fields, by which their texts are found. */
  texts: string;
  values: FormValues;
  mode: FormMode;
  /** Messages by the name of the form field. */
  problems: ReadonlyMap<string, string>;
  /** By the kind of resource. */
  choices: ReadonlyMap<string, Choices>;
  currencies: readonly string[];
}

interface Placed {
  form: FormView;
  field: Field;
  /** The name of the form field. */
  name: string;
  label: string;
  hint: string | undefined;
  problem: string | undefined;
}

const textOf = ({ page }: FormView) => textFor(page.locale).admin.derived.form;

/** One field with its label, hint and problem. */
export function fieldView(form: FormView, field: Field, name: string, label?: string): Markup {
  const words = wordsOf(form, name);
  const placed = {
    form,
    field,
    name,
    label: label ?? fieldLabel(form.page.locale, words),
    hint: fieldHint(form.page.locale, words) ?? standardHint(form, field.control),
    problem: form.problems.get(name),
  };
  return controlView(placed, field.control);
}

/** The name of a field with its context. Rows have numbers, which are no names. */
const wordsOf = ({ texts }: FormView, name: string): string =>
  [
    texts,
    ...name
      .split(".")
      .filter((part) => !/^\d+$/.test(part))
      .map(fromWire),
  ].join(".");

function standardHint(form: FormView, control: Control): string | undefined {
  const text = textOf(form);
  if (control.kind === "lines") return text.onePerLine;
  if (control.kind === "pairs") return text.pairs;
  if (control.kind === "text" && control.form !== undefined) return text[control.form];
  if (control.kind === "time" && control.edge !== undefined) return text.wholeDay;
  return undefined;
}

function controlView(placed: Placed, control: Control): Markup {
  const { form, name } = placed;
  switch (control.kind) {
    case "number":
      return labelled(
        placed,
        input(placed, { type: "text", inputmode: control.isInteger ? "numeric" : "decimal", size: "12" }),
      );
    case "switch":
      return switchView(placed);
    case "select":
      return labelled(placed, selectView(placed, optionsOf(placed, control.values)));
    case "several":
      return group(
        placed,
        html`${control.values.map((value) => tick(form, `${name}.${value}`, valueLabel(form.page.locale, wordsOf(form, name), value)))}`,
      );
    case "time":
      return timeView(placed);
    case "money":
      return moneyView(placed);
    case "reference":
      return referenceView(placed, control.of);
    case "references":
      return referencesView(placed, control.of);
    case "lines":
    case "pairs":
      return labelled(placed, area(placed, { rows: 3 }));
    case "json":
      return labelled(placed, area(placed, { rows: 4, mono: true }));
    case "group":
      return group(placed, html`${control.fields.map((part) => fieldView(form, part, `${name}.${part.name}`))}`);
    case "variants":
      return variantsView(placed, control);
    case "rows":
      return rowsView(placed, control);
    default:
      return textView(placed, control);
  }
}

function textView(placed: Placed, control: Extract<Control, { kind: "text" }>): Markup {
  const { maxLength, form } = control;
  if (form !== undefined) return labelled(placed, area(placed, { rows: 10, mono: true, maxLength }));
  return labelled(
    placed,
    isLong(placed.field.name, control)
      ? area(placed, { rows: 3, maxLength })
      : input(placed, { type: "text", maxlength: maxLength?.toString() }),
  );
}

const described = ({ name, hint, problem }: Placed): Markup => {
  const by = [...(problem === undefined ? [] : [`${name}-problem`]), ...(hint === undefined ? [] : [`${name}-hint`])];
  return html`${problem === undefined ? raw("") : raw(' aria-invalid="true"')}${by.length === 0 ? raw("") : html` aria-describedby="${by.join(" ")}"`}`;
};

const remarks = ({ name, hint, problem }: Placed): Markup =>
  html`${hint === undefined ? raw("") : html`<p id="${name}-hint" class="hint">${hint}</p>`}${
    problem === undefined ? raw("") : html`<p id="${name}-problem" class="wrong">${problem}</p>`
  }`;

/** Required fields say nothing, the others do: most of them can stay empty. */
const optionalMark = ({ form, field }: Placed): Markup =>
  form.mode === "new" && !field.isRequired
    ? html` <span class="soft optional">${textOf(form).optional}</span>`
    : raw("");

const labelled = (placed: Placed, control: Markup, id = placed.name): Markup =>
  html`<div class="field">
    <label for="${id}">${placed.label}${optionalMark(placed)}</label>
    ${control}${remarks(placed)}
  </div>`;

const group = (placed: Placed, content: Markup): Markup =>
  html`<fieldset id="${placed.name}" ${described(placed)}>
    <legend>${placed.label}${optionalMark(placed)}</legend>
    ${remarks(placed)}${content}
  </fieldset>`;

const input = (placed: Placed, attributes: Record<string, string | undefined>, name = placed.name): Markup =>
  html`<input
    id="${name}"
    name="${name}"
    autocomplete="off"
    value="${placed.form.values.get(name) ?? ""}"
    ${Object.entries(attributes).map(([key, value]) => (value === undefined ? "" : html` ${raw(key)}="${value}"`))}${described(placed)}
  />`;

const area = (
  placed: Placed,
  { rows, mono = false, maxLength }: { rows: number; mono?: boolean; maxLength?: number | undefined },
) =>
  // HTML parsers drop a leading line break (HTML §13.1.2.5).
  html`<textarea
    id="${placed.name}"
    name="${placed.name}"
    rows="${rows}"
    autocomplete="off"
    ${mono ? raw(' class="mono" spellcheck="false"') : raw("")}${
      maxLength === undefined ? raw("") : html` maxlength="${maxLength}"`
    }${described(placed)}
  >
${placed.form.values.get(placed.name) ?? ""}</textarea>`;

const tick = ({ values }: FormView, name: string, label: string): Markup =>
  checkbox({ name, label, checked: values.get(name) === "on" });

type Options = readonly (readonly [value: string, label: string])[];

const selectView = (placed: Placed, options: Options, name = placed.name, standard = ""): Markup => {
  const chosen = placed.form.values.get(name) ?? standard;
  const known = options.some(([value]) => value === chosen) ? options : [...options, [chosen, chosen] as const];
  return html`<select id="${name}" name="${name}" ${described(placed)}>
    ${known.map(([value, label]) => html`<option value="${value}" ${value === chosen ? raw("selected") : raw("")}>${label}</option>`)}
  </select>`;
};

function optionsOf({ form, field, name }: Placed, values: readonly string[]): Options {
  const { locale } = form.page;
  const named = values.map((value) => [value, valueLabel(locale, wordsOf(form, name), value)] as const);
  const { choose, noChoice, standard } = textOf(form);
  const none =
    field.isRequired && !field.isNullable ? choose : form.mode === "new" && !field.isNullable ? standard : noChoice;
  const mayBeNone = field.isNullable || (form.mode === "new" && !field.isRequired);
  return mayBeNone || (form.values.get(field.name) ?? "") === "" ? [["", none] as const, ...named] : named;
}

function switchView(placed: Placed): Markup {
  const { form, field, name, label } = placed;
  const isInRow = /\.\d+\./.test(name);
  if (form.mode === "patch" || isInRow) {
    return checkbox({ name, label, hint: placed.hint, checked: form.values.get(name) === "on" });
  }
  const { detail, form: text } = textFor(form.page.locale).admin.derived;
  const standard = field.isRequired ? [] : [["", text.standard] as const];
  return labelled(placed, selectView(placed, [...standard, ["on", detail.yes], ["off", detail.no]]));
}

const timeView = (placed: Placed): Markup => {
  const { date, time } = textOf(placed.form);
  const part = (name: "date" | "time", label: string) => {
    const id = `${placed.name}.${name}`;
    return html`<span class="part"
      ><label class="soft" for="${id}">${label}</label>${input(placed, { type: name }, id)}</span
    >`;
  };
  return group(placed, html`<div class="parts-of-field">${part("date", date)}${part("time", time)}</div>`);
};

const moneyView = (placed: Placed): Markup => {
  const { form, name } = placed;
  const { amount, currency } = textOf(form);
  const [first = ""] = form.currencies;
  const [amountId, currencyId] = [`${name}.amount`, `${name}.currency`];
  const problem = form.problems.get(amountId) ?? placed.problem;
  return group(
    { ...placed, problem },
    html`<div class="parts-of-field">
      <span class="part"
        ><label class="soft" for="${amountId}">${amount}</label
        >${input({ ...placed, problem }, { type: "text", inputmode: "decimal", size: "10" }, amountId)}</span
      >
      <span class="part"
        ><label class="soft" for="${currencyId}">${currency}</label>${selectView(
          placed,
          form.currencies.map((one) => [one, one] as const),
          currencyId,
          first,
        )}</span
      >
    </div>`,
  );
};

function referenceView(placed: Placed, kind: string): Markup {
  const { form, field, name } = placed;
  const choices = form.choices.get(kind);
  const text = textOf(form);
  if (choices?.options) {
    const mayBeNone = field.isNullable || !field.isRequired || (form.values.get(name) ?? "") === "";
    return labelled(
      placed,
      selectView(placed, [...(mayBeNone ? [["", text.noChoice] as const] : []), ...choices.options]),
    );
  }
  const label = choices?.labels.get(form.values.get(name) ?? "");
  const hint = label === undefined ? text.findHint : fillPlain(text.chosen, { names: label });
  const found = { ...placed, hint: placed.hint ?? hint };
  return labelled(found, input(found, { type: "text", maxlength: "200" }));
}

function referencesView(placed: Placed, kind: string): Markup {
  const { form, name } = placed;
  const choices = form.choices.get(kind);
  const text = textOf(form);
  const typed = (form.values.get(name) ?? "").split("\n").filter((line) => line !== "");
  const chosen = [...new Set([...typed, ...tickedUnder(form.values, name)])];
  const options = new Map(choices?.options);
  if (choices?.options && chosen.every((id) => options.has(id))) {
    if (options.size === 0) return raw("");
    const box = (id: string, checked: boolean) =>
      checkbox({ name: `${name}.${id}`, label: options.get(id) ?? id, checked });
    const others = [...options.keys()].filter((id) => !chosen.includes(id));
    // The order of some relations is shown to visitors. Browsers send check boxes in the order of the page.
    return group(placed, html`${chosen.map((id) => box(id, true))}${others.map((id) => box(id, false))}`);
  }
  const names = chosen.flatMap((id) => choices?.labels.get(id) ?? []).join(", ");
  const hint = names === "" ? text.findManyHint : fillPlain(text.chosen, { names });
  const values = chosen.length === typed.length ? form.values : new Map([...form.values, [name, chosen.join("\n")]]);
  const found = { ...placed, form: { ...form, values }, hint };
  return labelled(found, area(found, { rows: 3 }));
}

/** Radio buttons, each with the fields of its variant. The stylesheet hides those of the others. */
function variantsView(placed: Placed, { discriminator, options }: Extract<Control, { kind: "variants" }>): Markup {
  const { form, field, name } = placed;
  const key = `${name}.${discriminator}`;
  const chosen = form.values.get(key) ?? "";
  const variant = (value: string, label: string, fields: readonly Field[]) =>
    html`<div class="choice">
        <label
          ><input type="radio" name="${key}" value="${value}" ${value === chosen ? raw("checked") : raw("")} />
          <span>${label}</span></label
        >
      </div>
      ${
        fields.length === 0
          ? raw("")
          : html`<div class="variant">
              ${fields.map((part) => fieldView(form, part, `${name}.${value}.${part.name}`))}
            </div>`
      }`;
  const isInRow = /\.\d+$/.test(name);
  const none = isInRow || field.isNullable || (form.mode === "new" && !field.isRequired);
  const words = `${wordsOf(form, name)}.${fromWire(discriminator)}`;
  return group(
    placed,
    html`${none ? variant("", textOf(form)[isInRow || field.isNullable ? "noChoice" : "standard"], []) : raw("")}
    ${[...options].map(([value, fields]) => variant(value, valueLabel(form.page.locale, words, value), fields))}`,
  );
}

function rowsView(placed: Placed, { element }: Extract<Control, { kind: "rows" }>): Markup {
  const { form, field, name } = placed;
  const rows = rowsIn(form.values, name);
  const text = textOf(form);
  const row = (index: number) => {
    const at = `${name}.${index}`;
    const part = { name: field.name, control: element, isRequired: false, isNullable: false };
    return html`<div class="row-of-form">
      ${fieldView(form, part, at, fillPlain(text.row, { number: String(index + 1) }))}
      <div class="parts-of-field">
        <span class="part"
          ><label class="soft" for="${at}.place">${text.place}</label
          >${input({ ...placed, hint: undefined, problem: undefined }, { type: "text", inputmode: "numeric", size: "4" }, `${at}.place`)}</span
        >
        ${checkbox({ name: `${at}.remove`, label: text.remove, checked: false })}
      </div>
    </div>`;
  };
  return group(
    { ...placed, hint: placed.hint ?? text.moreRows },
    html`${hidden(`${name}.count`, String((rows.at(-1) ?? -1) + 1))}${rows.map(row)}`,
  );
}
