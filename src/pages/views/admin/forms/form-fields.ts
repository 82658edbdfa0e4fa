import { html, raw } from "hono/html";

import type { Markup } from "../../parts/markup.ts";

interface Labelled {
  name: string;
  label: string;
  hint?: string | Markup | undefined;
  problem?: string | undefined;
}

/** Text field with hint and error. */
export const textField = (
  input: Labelled & {
    value: string;
    maxLength: number;
    required?: boolean;
    focused?: boolean;
    numeric?: boolean;
    decimal?: boolean;
    /** Moves the focus here, on pages with keys. */
    key?: string | undefined;
  },
): Markup =>
  labelled(
    input,
    html`<input
      id="${input.name}"
      name="${input.name}"
      type="text"
      ${input.numeric && raw('inputmode="numeric"')}${input.decimal && raw('inputmode="decimal"')}
      autocomplete="off"
      maxlength="${input.maxLength}"
      value="${input.value}"
      ${required(input.required)}${input.focused && raw(" autofocus")}${keyOf(input)}${described(input)}
    />`,
  );

export const textArea = (
  input: Labelled & {
    value: string;
    rows: number;
    maxLength?: number;
    code?: boolean;
    required?: boolean;
    key?: string | undefined;
  },
): Markup =>
  labelled(
    input,
    // HTML parsers drop a leading newline (HTML §13.1.2.5).
    html`<textarea
      id="${input.name}"
      name="${input.name}"
      rows="${input.rows}"
      autocomplete="off"
      ${input.code && raw(' class="mono" spellcheck="false" autocapitalize="none"')}${
        input.maxLength !== undefined && raw(` maxlength="${input.maxLength}"`)
      }${required(input.required)}${keyOf(input)}${described(input)}
    >
${input.value}</textarea>`,
  );

/** File field. Browsers do not keep the selected file. */
export const fileField = (input: Labelled & { accept: string }): Markup =>
  labelled(
    input,
    html`<input id="${input.name}" name="${input.name}" type="file" accept="${input.accept}" ${described(input)} />`,
  );

/** Group of options. Screen readers announce `legend` before each option. */
export const choices = (input: Labelled, options: Markup): Markup =>
  html`<fieldset id="${input.name}" ${described(input)}>
    <legend>${input.label}</legend>
    ${remarks(input)}${options}
  </fieldset>`;

export const radio = (input: { name: string; value: string; label: string; hint: string; checked: boolean }): Markup =>
  html`<div class="choice">
    <label>
      <input
        type="radio"
        name="${input.name}"
        value="${input.value}"
        required
        ${input.checked && raw("checked")}
        aria-describedby="${input.name}-${input.value}-hint"
      />
      <span>${input.label}</span>
    </label>
    <p id="${input.name}-${input.value}-hint" class="hint">${input.hint}</p>
  </div>`;

const labelled = (input: Labelled, control: Markup): Markup =>
  html`<div class="field">
    <label for="${input.name}">${input.label}</label>
    ${remarks(input)}${control}
  </div>`;

const remarks = ({ name, hint, problem }: Labelled): Markup =>
  html`${hint !== undefined && html`<p id="${name}-hint" class="hint">${hint}</p>`}${
    problem !== undefined && html`<p id="${name}-problem" class="wrong">${problem}</p>`
  }`;

const keyOf = ({ key }: { key?: string | undefined }): Markup =>
  key === undefined ? raw("") : html` data-key="${key}"`;

const required = (is: boolean | undefined): Markup => (is ? raw(" required") : raw(""));

const described = ({ name, hint, problem }: Labelled): Markup => {
  const by = [...(problem === undefined ? [] : [`${name}-problem`]), ...(hint === undefined ? [] : [`${name}-hint`])];
  return html`${problem !== undefined && raw(' aria-invalid="true"')}${
    by.length !== 0 && html` aria-describedby="${by.join(" ")}"`
  }`;
};

interface Secret {
  /** Defaults to the name. */
  id?: string;
  name: string;
  label: string;
  hint: string;
  required: boolean;
  problem: string | undefined;
  autocomplete: "off" | "current-password";
}

/** A password field without a value. */
export const secretField = ({ name, id = name, label, hint, required, problem: wrong, autocomplete }: Secret): Markup =>
  html`<div class="field">
    <label for="${id}">${label}</label>
    <p id="${id}-hint" class="hint">${hint}</p>
    ${wrong !== undefined && html`<p id="${id}-problem" class="wrong">${wrong}</p>`}
    <input
      id="${id}"
      name="${name}"
      type="password"
      autocomplete="${autocomplete}"
      maxlength="300"
      aria-describedby="${id}-hint${wrong === undefined ? "" : ` ${id}-problem`}"
      ${wrong !== undefined && raw('aria-invalid="true"')}
      ${required && raw("required")}
    />
  </div>`;
