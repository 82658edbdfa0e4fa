import { html, raw } from "hono/html";

import type { Markup } from "./markup.ts";

export const hidden = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** Names of all password fields. Their values are never shown or kept. */
export const passwordFields = ["current", "password"] as const;

type Field = {
  /** Defaults to the name. */
  id?: string;
  label: string;
  autocomplete: string;
  value?: string | undefined;
  readonly?: boolean;
  focused?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  /** The keyboard of phones. */
  inputmode?: "numeric";
} & ({ type: "email" | "text"; name: string } | { type: "password"; name: (typeof passwordFields)[number] });

/** Labelled text field. `describedBy` is the id of the problem text. `invalid` marks this field. */
export const field = (input: Field): Markup =>
  html`<div class="field">
    <label for="${input.id ?? input.name}">${input.label}</label>
    <input
      id="${input.id ?? input.name}"
      name="${input.name}"
      type="${input.type}"
      autocomplete="${input.autocomplete}"
      required${attributes({
        value: input.value,
        readonly: input.readonly,
        autofocus: input.focused,
        "aria-invalid": input.invalid ? "true" : undefined,
        "aria-describedby": input.describedBy,
        inputmode: input.inputmode,
        ...(input.type === "email" ? { inputmode: "email", autocapitalize: "none", spellcheck: "false" } : {}),
      })}
    />
  </div>`;

/** Checkbox with a clickable label. Sent as `on`. */
export const checkbox = (input: {
  name: string;
  label: string | Markup;
  hint?: string | Markup | undefined;
  checked: boolean;
}): Markup =>
  html`<div class="choice">
    <label>
      <input
        type="checkbox"
        name="${input.name}"
        ${attributes({ checked: input.checked, "aria-describedby": input.hint ? `${input.name}-hint` : undefined })}
      />
      <span>${input.label}</span>
    </label>
    ${input.hint && html`<p id="${input.name}-hint" class="hint">${input.hint}</p>`}
  </div>`;

/** Submit button. `name` identifies the pressed button. */
export const button = (
  label: string,
  options: {
    look: "primary" | "secondary" | "plain" | "danger";
    name?: string;
    value?: string;
    /** Accessible name for repeated labels: the label first, then its object (WCAG 2.5.3). */
    spoken?: string | undefined;
    /** Skips validation of required fields. */
    skipValidation?: boolean;
    /** Target of this button, in place of that of its form. */
    action?: string;
  },
): Markup =>
  html`<button
    type="submit"
    class="button ${options.look}"
    ${attributes({
      name: options.name,
      value: options.value,
      "aria-label": options.spoken,
      formnovalidate: options.skipValidation,
      formaction: options.action,
    })}
  >
    ${label}
  </button>`;

/** Problem text (`role=alert`) that the fields refer to. */
export const problem = (id: string, text: string | Markup): Markup =>
  html`<div id="${id}" class="notice grave" role="alert"><p>${text}</p></div>`;

/** Success message. */
export const notice = (text: string): Markup => html`<div class="notice" role="status"><p>${text}</p></div>`;

const attributes = (values: Record<string, string | boolean | undefined>): Markup =>
  html`${Object.entries(values).map(([name, value]) => {
    if (value === undefined || value === false) return "";
    return value === true ? raw(` ${name}`) : html`${raw(` ${name}`)}="${value}"`;
  })}`;
