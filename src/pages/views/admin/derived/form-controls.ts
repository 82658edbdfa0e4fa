import { html, raw } from "hono/html";

import type { Field } from "../../../admin/derived/fields.ts";
import type { FormValues } from "../../../admin/derived/form-values.ts";
import type { FormMode } from "../../../admin/derived/read-form.ts";
import { textFor } from "../../../text/catalogue.ts";
import { nameOfText } from "../../../text/fields/texts.ts";
import { checkbox } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";

/** Choices of a relation: all of them if there are few, otherwise the names of those chosen. */
export interface Choices {
  options: readonly (readonly [id: string, label: string])[] | undefined;
  labels: ReadonlyMap<string, string>;
  /** The address of the list that can be searched, if the caller may read it. */
  list?: string | undefined;
  /** True if a file can be uploaded in place of a choice. */
  canUpload?: boolean;
}

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
  /** The address where the school adds currencies, if the person may. */
  currenciesAt?: string | undefined;
  /** Rows that were rendered before, by the name of their form field. */
  rows?: ReadonlyMap<string, Markup>;
}

/** A field at its place in a form. */
export interface Placed {
  form: FormView;
  field: Field;
  /** The name of the form field. */
  name: string;
  label: string;
  hint: string | undefined;
  problem: string | undefined;
  /** Sent in any case, but may be empty. */
  mayBeEmpty?: boolean;
}

export const formText = ({ page }: FormView) => textFor(page.locale).admin.derived.form;

/** The name of a field with its context. Rows have numbers, which are no names. */
export const wordsOf = ({ texts }: FormView, name: string): string => nameOfText(texts, name);

/** A problem takes the place of the hint. */
const described = ({ name, hint, problem }: Placed): Markup => {
  if (problem !== undefined) return html` aria-invalid="true" aria-describedby="${name}-problem"`;
  return hint === undefined ? raw("") : html` aria-describedby="${name}-hint"`;
};

const remarks = ({ name, hint, problem }: Placed): Markup =>
  problem !== undefined
    ? html`<p id="${name}-problem" class="wrong">${problem}</p>`
    : hint === undefined
      ? raw("")
      : html`<p id="${name}-hint" class="hint">${hint}</p>`;

/** The stylesheet marks required fields, because most of them can stay empty. */
const requiredClass = ({ form, field, mayBeEmpty }: Placed): string =>
  form.mode === "new" && field.isRequired && !mayBeEmpty ? "required" : "";

export const labelled = (placed: Placed, control: Markup, id = placed.name): Markup =>
  html`<div class="field ${requiredClass(placed)}">
    <label for="${id}">${placed.label}</label>
    ${control}${remarks(placed)}
  </div>`;

export const group = (placed: Placed, content: Markup): Markup =>
  html`<fieldset id="${placed.name}" class="${requiredClass(placed)}" ${described(placed)}>
    <legend>${placed.label}</legend>
    ${remarks(placed)}${content}
  </fieldset>`;

export const input = (placed: Placed, attributes: Record<string, string | undefined>, name = placed.name): Markup =>
  html`<input
    id="${name}"
    name="${name}"
    autocomplete="off"
    value="${placed.form.values.get(name) ?? ""}"
    ${Object.entries(attributes).map(([key, value]) => (value === undefined ? "" : html` ${raw(key)}="${value}"`))}${described(placed)}
  />`;

interface AreaOptions {
  rows: number;
  mono?: boolean;
  maxLength?: number | undefined;
  /** The field that people fill in first, in a row that a script adds, or now. */
  first?: "added" | "now";
}

export const area = (placed: Placed, { rows, mono = false, maxLength, first }: AreaOptions) =>
  // HTML parsers drop a leading line break (HTML §13.1.2.5).
  html`<textarea
    id="${placed.name}"
    name="${placed.name}"
    rows="${rows}"
    autocomplete="off"
    ${mono && raw(' class="mono" spellcheck="false"')}${
      maxLength !== undefined && html` maxlength="${maxLength}"`
    }${first !== undefined && raw(first === "now" ? " data-first autofocus" : " data-first")}${described(placed)}
  >
${placed.form.values.get(placed.name) ?? ""}</textarea>`;

export const tick = ({ values }: FormView, name: string, label: string, hint?: string): Markup =>
  checkbox({ name, label, hint, checked: values.get(name) === "on" });

export type Options = readonly (readonly [value: string, label: string])[];

/** `standard`: the choice of a form that has no value yet. */
export const selectView = (placed: Placed, options: Options, name = placed.name, standard = ""): Markup => {
  const chosen = placed.form.values.get(name) ?? standard;
  const offeredOptions = options.some(([value]) => value === chosen)
    ? options
    : [...options, [chosen, chosen] as const];
  return html`<select id="${name}" name="${name}" ${described(placed)}>
    ${offeredOptions.map(([value, label]) => html`<option value="${value}" ${value === chosen && raw("selected")}>${label}</option>`)}
  </select>`;
};
