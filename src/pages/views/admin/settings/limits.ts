import { formatNumber } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";

import {
  boundsOf,
  type Count,
  countNames,
  inUnit,
  type Limit,
  limitNames,
  type TypedLimit,
  unitNames,
} from "../../../admin/settings/limit-units.ts";
import { adminSections } from "../../../admin/sections.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { duration } from "../../parts/dates.ts";
import { button, checkbox, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { textField } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export const choiceNames = [
  "openSignUp",
  "disconnectAppsOnPasswordReset",
  "lecturersSeeEmail",
  "mcpPseudonyms",
] as const;
export type Choice = (typeof choiceNames)[number];

export type Limits = {
  limits: Record<Limit, TypedLimit>;
  counts: Record<Count, string>;
  choices: Record<Choice, boolean>;
  /** Settings with values out of range. */
  wrong: readonly (Limit | Count)[];
  saved: boolean;
};

/** Posts each limit by name, its unit as `{name}_unit`, and the choices. */
export const limits = (page: AdminPage, view: Limits): string => {
  const { limits: text, sections, save, saved } = textFor(page.locale).admin;
  return adminLayout(page, {
    title: sections.limits.name,
    problem: view.wrong.length > 0,
    content: html`${view.saved && notice(saved)}
      <h1>${sections.limits.name}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${view.wrong.length > 0 && problem("problem", text.problem)}
      <form method="post" action="${adminSections.limits.path}">
        ${hidden("csrf", page.csrf)}
        <h2>${text.lifetimes}</h2>
        <div class="stack roomy">${limitNames.map((name) => limit(page.locale, name, view))}</div>
        <h2>${text.counts}</h2>
        <div class="stack roomy">${countNames.map((name) => count(page.locale, name, view))}</div>
        <h2>${text.joining}</h2>
        ${choice(text, "openSignUp", view)}
        <h2>${text.passwordResets}</h2>
        ${choice(text, "disconnectAppsOnPasswordReset", view)}
        <h2>${text.personalData}</h2>
        ${choice(text, "lecturersSeeEmail", view)} ${choice(text, "mcpPseudonyms", view)}
        <div class="actions">${button(save, { look: "primary" })}</div>
      </form>`,
  });
};

const choice = (text: ReturnType<typeof textFor>["admin"]["limits"], name: Choice, { choices }: Limits): Markup =>
  checkbox({ name, label: text[name].name, hint: text[name].about, checked: choices[name] });

const limit = (locale: Locale, name: Limit, { limits: typed, wrong }: Limits): Markup => {
  const { limits: text } = textFor(locale).admin;
  const isWrong = wrong.includes(name);
  const bounds = boundsOf(name);
  const range = { min: durationText(locale, bounds.min), max: durationText(locale, bounds.max) };
  const describedBy = isWrong ? `${name}-problem ${name}-hint` : `${name}-hint`;
  return html`<fieldset>
    <legend>${text[name].name}</legend>
    <p id="${name}-hint" class="hint">${text[name].about} ${fillPlain(text.range, range)}</p>
    ${isWrong && html`<p id="${name}-problem" class="wrong">${fillPlain(text.wrong, range)}</p>`}
    <div class="measure">
      <input
        name="${name}"
        type="text"
        inputmode="numeric"
        autocomplete="off"
        maxlength="9"
        required
        aria-label="${text.amount}"
        value="${typed[name].amount}"
        ${isWrong && raw('aria-invalid="true"')}
        aria-describedby="${describedBy}"
      />
      <select name="${name}_unit" aria-label="${text.unit}">
        ${unitNames.map(
          (unit) =>
            html`<option value="${unit}" ${unit === typed[name].unit && raw("selected")}>${text.units[unit]}</option>`,
        )}
      </select>
    </div>
  </fieldset>`;
};

const count = (locale: Locale, name: Count, { counts, wrong }: Limits): Markup => {
  const { limits: text } = textFor(locale).admin;
  const bounds = boundsOf(name);
  const range = { min: formatNumber(locale, bounds.min), max: formatNumber(locale, bounds.max) };
  return textField({
    name,
    label: text[name].name,
    hint: `${text[name].about} ${fillPlain(text.range, range)}`,
    value: counts[name],
    maxLength: 9,
    required: true,
    numeric: true,
    problem: wrong.includes(name) ? fillPlain(text.wrong, range) : undefined,
  });
};

const durationText = (locale: Locale, seconds: number): string => {
  const { amount, unit } = inUnit(seconds);
  return duration(locale, amount, unit);
};
