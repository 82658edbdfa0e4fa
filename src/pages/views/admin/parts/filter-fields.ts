import { html, raw } from "hono/html";

import { isDate } from "#lib/time/zoned-time.ts";

import type { Markup } from "../../parts/markup.ts";

interface Filter {
  name: string;
  label: string;
  hint?: string | undefined;
  value: string;
  /** The value is invalid. */
  problem?: string | undefined;
}

/** Filter field for text or a date. May be empty. An invalid date is not displayed. */
export const filterField = (filter: Filter & { type: "text" | "date" }): Markup =>
  labelled(
    filter,
    html`<input
      id="${filter.name}"
      name="${filter.name}"
      type="${filter.type}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      value="${filter.type === "date" && !isDate(filter.value) ? "" : filter.value}"
      ${described(filter)}
    />`,
  );

/** Filter with options. The empty value means any. */
export const filterSelect = (filter: Filter & { options: readonly (readonly [value: string, label: string])[] }) =>
  labelled(
    filter,
    html`<select id="${filter.name}" name="${filter.name}" ${described(filter)}>
      ${filter.options.map(
        ([value, label]) =>
          html`<option value="${value}" ${value === filter.value && raw("selected")}>${label}</option>`,
      )}
    </select>`,
  );

const labelled = ({ name, label, hint, problem }: Filter, control: Markup): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    ${control} ${hint !== undefined && html`<p id="${name}-hint" class="hint">${hint}</p>`}
    ${problem !== undefined && html`<p id="${name}-problem" class="wrong" role="alert">${problem}</p>`}
  </div>`;

const described = ({ name, hint, problem }: Filter): Markup => {
  const by = [...(problem === undefined ? [] : [`${name}-problem`]), ...(hint === undefined ? [] : [`${name}-hint`])];
  return html`${problem !== undefined && raw('aria-invalid="true"')}
  ${by.length !== 0 && html`aria-describedby="${by.join(" ")}"`}`;
};
