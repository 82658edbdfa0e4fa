import { html, raw } from "hono/html";

import { isFieldOf } from "#lib/json/typed-object.ts";

import { fromWire } from "#lib/wire/names.ts";

import { type Control, type Field, isLong } from "../../../admin/derived/fields.ts";
import { rowsIn } from "../../../admin/derived/form-index.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fieldHint, fieldLabel, valueLabel } from "../../../text/fields/texts.ts";
import { checkbox, hidden } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import {
  area,
  formText,
  type FormView,
  group,
  input,
  labelled,
  type Options,
  type Placed,
  selectView,
  tick,
  wordsOf,
} from "./form-controls.ts";
import { isKnown, standardText, withStandard } from "./standard-choices.ts";
import { referencesView, referenceView } from "./relations.ts";
import { isColor, zoneOptions } from "./chosen-texts.ts";

/** One field with its label, hint and problem. */
export function fieldView(form: FormView, field: Field, name: string, label?: string): Markup {
  return controlView(placedAt(form, field, name, label), field.control);
}

export function placedAt(form: FormView, field: Field, name: string, label?: string): Placed {
  const words = wordsOf(form, name);
  return {
    form,
    field,
    name,
    label: label ?? fieldLabel(form.page.locale, words),
    hint: fieldHint(form.page.locale, words) ?? standardHint(form, field.control),
    problem: problemAt(form, field, name),
  };
}

/** A problem of a time is placed at its date, so that the focus has an input to go to. */
const problemAt = ({ problems }: FormView, { control }: Field, name: string): string | undefined =>
  problems.get(name) ?? (control.kind === "time" ? problems.get(`${name}.date`) : undefined);

function standardHint(form: FormView, control: Control): string | undefined {
  const text = formText(form);
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
        html`${control.values.map((value) => tick(form, `${name}.${value}`, valueLabel(form.page.locale, wordsOf(form, name), value), rightsOf(placed, value)))}`,
      );
    case "time":
      return timeView(placed);
    case "money":
      return moneyView(placed);
    case "reference":
      return referenceView(placed, control);
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
    case "text":
      return textView(placed, control);
  }
}

function textView(placed: Placed, control: Extract<Control, { kind: "text" }>): Markup {
  const { maxLength } = control;
  const { form } = placed;
  if (control.form !== undefined) {
    const source = area(placed, { rows: 10, mono: true, maxLength });
    return labelled(placed, control.form === "markdown" ? html`<l-markdown>${source}</l-markdown>` : source);
  }
  if (control.type === "date") return labelled(placed, input(placed, { type: "date" }));
  if (control.type === "timeZone") return labelled(placed, selectView(placed, zoneOptions(placed)));
  if (control.type === "color" && isColor(form.values.get(placed.name))) {
    return labelled(placed, input(placed, { type: "color" }));
  }
  return labelled(
    placed,
    isLong(placed.field.name, control)
      ? area(placed, { rows: 3, maxLength })
      : input(placed, { type: "text", maxlength: maxLength?.toString() }),
  );
}

function optionsOf(placed: Placed, values: readonly string[]): Options {
  const { form, field, name } = placed;
  const { locale } = form.page;
  const named = values.map((value) => [value, valueLabel(locale, wordsOf(form, name), value)] as const);
  const { choose, noChoice } = formText(form);
  const none =
    field.isRequired && !field.isNullable
      ? choose
      : form.mode === "new" && !field.isNullable
        ? standardText(placed, (value) => valueLabel(locale, wordsOf(form, name), value))
        : noChoice;
  const mayBeNone = field.isNullable || (form.mode === "new" && !field.isRequired);
  if (mayBeNone && !field.isNullable && isKnown(placed)) return withStandard(placed, named);
  return mayBeNone || (form.values.get(field.name) ?? "") === "" ? [["", none] as const, ...named] : named;
}

function switchView(placed: Placed): Markup {
  const { form, field, name, label } = placed;
  const isInRow = /\.\d+\./.test(name);
  if (form.mode === "patch" || isInRow) {
    return checkbox({ name, label, hint: placed.hint, checked: form.values.get(name) === "on" });
  }
  const { detail } = textFor(form.page.locale).admin.derived;
  const choices = [["on", detail.yes] as const, ["off", detail.no] as const];
  if (field.isRequired) return labelled(placed, selectView(placed, choices));
  const options = isKnown(placed)
    ? withStandard(placed, choices)
    : [["", formText(form).standard] as const, ...choices];
  return labelled(placed, selectView(placed, options));
}

const timeView = (placed: Placed): Markup => {
  const { date, time } = formText(placed.form);
  const part = (name: "date" | "time", label: string) => {
    const id = `${placed.name}.${name}`;
    return html`<span class="part"
      ><label class="soft" for="${id}">${label}</label
      >${input(placed, { type: name, step: stepOf(placed.form.values.get(id) ?? "") }, id)}</span
    >`;
  };
  return group(placed, html`<div class="parts-of-field">${part("date", date)}${part("time", time)}</div>`);
};

/** A time with seconds is valid only in a field that takes seconds. */
const stepOf = (time: string): string | undefined =>
  /^\d\d:\d\d:/.test(time) ? (time.includes(".") ? "0.001" : "1") : undefined;

const moneyView = (placed: Placed): Markup => {
  const { form, name } = placed;
  const { amount, currency } = formText(form);
  const [first = ""] = form.currencies;
  const [amountId, currencyId] = [`${name}.amount`, `${name}.currency`];
  const wrongCurrency = form.problems.get(currencyId);
  const problem = form.problems.get(amountId) ?? (wrongCurrency === undefined ? placed.problem : undefined);
  const isExplained = problem !== undefined || wrongCurrency !== undefined;
  return group(
    { ...placed, problem: problem ?? wrongCurrency },
    html`<div class="parts-of-field">
        <span class="part"
          ><label class="soft" for="${amountId}">${amount}</label
          >${input({ ...placed, problem }, { type: "text", inputmode: "decimal", size: "10" }, amountId)}</span
        >
        <span class="part"
          ><label class="soft" for="${currencyId}">${currency}</label>${selectView(
            { ...placed, problem: wrongCurrency },
            form.currencies.map((one) => [one, one] as const),
            currencyId,
            first,
          )}</span
        >
      </div>
      ${form.currenciesAt !== undefined && (name === "price" || isExplained) && html`<p class="hint"><a href="${form.currenciesAt}">${formText(form).addCurrency}</a></p>`}`,
  );
};

/**
 * Later rows have the fields of their own variant only, and those of another one after they were submitted with it:
 * a page can have 200 blocks, and rendering all variants of each would block the event loop.
 */
const maxCompleteRows = 12;

/** Radio buttons, each with the fields of its variant. The stylesheet hides those of the others. */
function variantsView(placed: Placed, { discriminator, options }: Extract<Control, { kind: "variants" }>): Markup {
  const { form, field, name } = placed;
  const key = `${name}.${discriminator}`;
  const chosenVariant = form.values.get(key) ?? "";
  const row = Number(/\.(\d+)$/.exec(name)?.[1] ?? 0);
  const isComplete = row < maxCompleteRows || row === templateRow || chosenVariant === "";
  const variant = (value: string, label: string, fields: readonly Field[]) =>
    html`<div class="choice">
        <label
          ><input type="radio" name="${key}" value="${value}" ${value === chosenVariant && raw("checked")} />
          <span>${label}</span></label
        >
      </div>
      ${
        fields.length !== 0 &&
        (isComplete || value === chosenVariant) &&
        html`<div class="variant">${fields.map((part) => fieldView(form, part, `${name}.${value}.${part.name}`))}</div>`
      }`;
  const isInRow = /\.\d+$/.test(name);
  const none = isInRow || field.isNullable || (form.mode === "new" && !field.isRequired);
  const words = `${wordsOf(form, name)}.${fromWire(discriminator)}`;
  return group(
    placed,
    html`${none && variant("", isInRow || field.isNullable ? formText(form).noChoice : standardText(placed, (value) => valueLabel(form.page.locale, words, value)), [])}
    ${[...options].map(([value, fields]) => variant(value, valueLabel(form.page.locale, words, value), fields))}`,
  );
}

/** The number of the row from which a script makes new ones. No form has as many. */
const templateRow = 99_999_999;

function rowsView(placed: Placed, { element, maxItems }: Extract<Control, { kind: "rows" }>): Markup {
  const { form, name } = placed;
  const rows = rowsIn(form.values, name);
  const row = (index: number) => form.rows?.get(`${name}.${index}`) ?? rowView(placed, element, index);
  return group(
    placed,
    html`<l-rows data-name="${name}" ${maxItems !== undefined && html`data-max="${maxItems}"`}>
      ${hidden(`${name}.count`, String((rows.at(-1) ?? -1) + 1))}${rows.map(row)}
      <template>${row(templateRow)}</template>
      <p class="hint">${formText(form).moreRows}</p>
    </l-rows>`,
  );
}

function rowView(placed: Placed, element: Control, index: number): Markup {
  const { form, field, name } = placed;
  const text = formText(form);
  const at = `${name}.${index}`;
  const part = { name: field.name, control: element, isRequired: false, isNullable: false };
  return html`<div class="row-of-form">
    ${fieldView(form, part, at, fillPlain(text.row, { number: String(index + 1) }))}
    <div class="parts-of-field row-of-form-acts">
      <span class="part"
        ><label class="soft" for="${at}.place">${text.place}</label
        >${input({ ...placed, hint: undefined, problem: undefined }, { type: "text", inputmode: "numeric", size: "4" }, `${at}.place`)}</span
      >
      ${checkbox({ name: `${at}.remove`, label: text.remove, checked: false })}
    </div>
  </div>`;
}

/** Renders the rows of a form piece by piece, because a page has up to 200 blocks. */
export async function renderRows(form: FormView, fields: readonly Field[]): Promise<ReadonlyMap<string, Markup>> {
  const rows = new Map<string, Markup>();
  for (const field of fields) {
    const { control, name } = field;
    if (control.kind !== "rows") continue;
    for (const index of rowsIn(form.values, name)) {
      rows.set(`${name}.${index}`, rowView(placedAt(form, field, name), control.element, index));
      await pause();
    }
  }
  return rows;
}

/** Explains a role where roles are given. A list of recipients needs no explanation. */
function rightsOf({ form, field }: Placed, value: string): string | undefined {
  const { rights } = textFor(form.page.locale);
  return field.name === "roles" && form.texts.startsWith("members") && isFieldOf(rights, value)
    ? rights[value]
    : undefined;
}
