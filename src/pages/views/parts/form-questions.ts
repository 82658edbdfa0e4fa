import { html, raw } from "hono/html";

import type { FormField } from "#domain/content/forms/form.ts";

import type { Locale } from "#domain/platform/site/locales.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "./markup.ts";

/** Entered values and errors, by field handle. */
export type Answering = {
  typed: Readonly<Record<string, string | readonly string[] | boolean>>;
  wrong: Readonly<Record<string, string>>;
};

/** Form field name. Options of a multiple choice are numbered. */
export const nameOf = (handle: string, choice?: number): string =>
  choice === undefined ? `a.${handle}` : `a.${handle}.${choice}`;

export const questions = (locale: Locale, fields: readonly FormField[], answering: Answering): Markup =>
  html`${fields.map((field) => question(locale, field, answering))}`;

const question = (locale: Locale, field: FormField, { typed, wrong }: Answering): Markup => {
  const { handle, kind } = field;
  const answer = typed[handle];
  const problem = wrong[handle];
  if (kind === "choice" || kind === "choices") return chosen(locale, field, { answer, problem });
  if (kind === "bool") return ticked(locale, field, { answer, problem });
  const name = nameOf(handle);
  return html`<div class="field">
    <label for="${name}"><span class="foreign">${field.label}</span>${star(locale, field)}</label>
    ${remark(name, problem)}${control(field, typeof answer === "string" ? answer : "", problem !== undefined)}
  </div>`;
};

const control = ({ handle, kind, required }: FormField, value: string, isWrong: boolean): Markup => {
  const name = nameOf(handle);
  const state = stateOf(name, required, isWrong);
  if (kind === "long_text") {
    // HTML parsers drop a leading newline (HTML §13.1.2.5).
    return html`<textarea id="${name}" name="${name}" rows="6" maxlength="10000" ${state}>${value}</textarea>`;
  }
  if (kind === "file") return html`<input id="${name}" name="${name}" type="file" ${state} />`;
  return html`<input
    id="${name}"
    name="${name}"
    ${raw(isFieldOf(inputs, kind) ? inputs[kind] : inputs.text)}
    value="${value}"
    ${state}
  />`;
};

/** Number fields are text fields: browsers drop invalid numbers, which would hide the error. */
const inputs = {
  text: 'type="text" maxlength="500"',
  email: 'type="email" maxlength="254" autocomplete="email" autocapitalize="none" spellcheck="false"',
  phone: 'type="tel" maxlength="40" autocomplete="tel"',
  number: 'type="text" maxlength="40" inputmode="decimal" autocomplete="off"',
  date: 'type="date"',
};

type FieldState = { answer: Answering["typed"][string] | undefined; problem: string | undefined };

const ticked = (locale: Locale, field: FormField, { answer, problem }: FieldState): Markup => {
  const name = nameOf(field.handle);
  return html`<div class="choice">
    ${remark(name, problem)}
    <label>
      <input
        type="checkbox"
        id="${name}"
        name="${name}"
        ${answer === true && raw("checked")}
        ${stateOf(name, field.required, problem !== undefined)}
      />
      <span><span class="foreign">${field.label}</span>${star(locale, field)}</span>
    </label>
  </div>`;
};

/** A select for many options, radio buttons or checkboxes for few. */
const chosen = (locale: Locale, field: FormField, { answer, problem }: FieldState): Markup => {
  const { handle, label, kind, required, choices = [] } = field;
  const name = nameOf(handle);
  if (kind === "choice" && choices.length > 8) {
    return html`<div class="field">
      <label for="${name}"><span class="foreign">${label}</span>${star(locale, field)}</label>
      ${remark(name, problem)}<select id="${name}" name="${name}" ${stateOf(name, required, problem !== undefined)}>
        <option value="">${textFor(locale).public.forms.optional}</option>
        ${choices.map((choice) => html`<option value="${choice}" ${answer === choice && raw("selected")}>${choice}</option>`)}
      </select>
    </div>`;
  }
  const isOne = kind === "choice";
  const picked = new Set(isOne ? [answer] : Array.isArray(answer) ? answer : []);
  return html`<fieldset
    class="options"
    id="${name}"
    ${problem !== undefined && html`aria-describedby="${name}-problem"`}
  >
    <legend><span class="foreign">${label}</span>${star(locale, field)}</legend>
    ${remark(name, problem)}
    ${choices.map(
      (choice, index) =>
        html`<div class="choice">
          <label>
            <input
              type="${isOne ? "radio" : "checkbox"}"
              name="${isOne ? name : nameOf(handle, index)}"
              value="${choice}"
              ${picked.has(choice) && raw("checked")}
              ${isOne && required && raw("required")}
            />
            <span class="foreign">${choice}</span>
          </label>
        </div>`,
    )}
  </fieldset>`;
};

/** Screen readers announce the word "required". */
const star = (locale: Locale, { required }: FormField): Markup =>
  required
    ? html` <span class="needed" aria-hidden="true">*</span
        ><span class="hidden">(${textFor(locale).public.forms.requiredWord})</span>`
    : raw("");

const remark = (name: string, problem: string | undefined): Markup =>
  problem === undefined ? raw("") : html`<p id="${name}-problem" class="wrong">${problem}</p>`;

const stateOf = (name: string, required: boolean, isWrong: boolean): Markup =>
  html`${required && raw("required")} ${isWrong && html`aria-invalid="true" aria-describedby="${name}-problem"`}`;
