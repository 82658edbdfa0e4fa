import { html, raw } from "hono/html";
import { type Role, roles } from "#access/roles.ts";
import { factorPolicies, type FactorPolicy } from "#access/factor-policy.ts";
import { sessionSettings } from "#domain/platform/site/role-settings.ts";
import { adminSections } from "../../../admin/sections.ts";
import type { TypedLimit, Unit } from "../../../admin/settings/limit-units.ts";
import { textFor } from "../../../text/catalogue.ts";
import { badge } from "../../parts/badge.ts";
import { button, hidden } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";

/** Target of the form. */
export const roleRulesPath = `${adminSections.signIn.path}/roles`;

export interface RoleRules {
  typed: Record<Role, { factor: FactorPolicy; idle: TypedLimit; absolute: TypedLimit }>;
  /** Names of the settings that were refused. */
  wrong: ReadonlySet<string>;
}

const units = ["minutes", "hours", "days"] as const satisfies readonly Unit[];

/** Second factors and sessions of each role. Posts `csrf` and, for each role, `factor_`, `idle_` and `absolute_`. */
export const roleRules = (page: AdminPage, rules: RoleRules, mayChange: boolean): Markup => {
  const { signIn, save } = textFor(page.locale).admin;
  const { roles: text } = signIn;
  return html`<h2>${text.title}</h2>
    <p class="prose">${text.intro}</p>
    ${
      mayChange
        ? html`<p id="idle-hint" class="prose">${text.idleHint}</p>
            <p id="absolute-hint" class="prose">${text.absoluteHint}</p>
            <form method="post" action="${roleRulesPath}" class="stack roomy">
              ${hidden("csrf", page.csrf)} ${roles.map((role) => ruleOf(page, role, rules))}
              <div>${button(save, { look: "primary" })}</div>
            </form>`
        : summary(page, rules)
    }`;
};

const ruleOf = (page: AdminPage, role: Role, { typed, wrong }: RoleRules): Markup => {
  const { signIn, limits } = textFor(page.locale).admin;
  const { roles: text } = signIn;
  const { factor, idle, absolute } = typed[role];
  // Requiring a second factor of students would keep out people without a device of their own.
  const choices = factorPolicies.filter((policy) => policy !== "required" || role !== "student");
  const limit = (kind: "idle" | "absolute", { amount, unit }: TypedLimit): Markup => {
    const name = `${kind}_${role}`;
    const isWrong = wrong.has(sessionSettings[role][kind]);
    return html`<div class="field">
      <label for="${name}">${text[kind]}</label>
      ${isWrong && html`<p id="${name}-problem" class="wrong">${text.wrong[kind]}</p>`}
      <div class="measure">
        <input
          id="${name}"
          name="${name}"
          type="text"
          inputmode="numeric"
          autocomplete="off"
          maxlength="9"
          value="${amount}"
          ${isWrong && raw('aria-invalid="true"')}
          aria-describedby="${isWrong ? `${name}-problem ` : ""}${kind}-hint"
        />
        <select name="${name}_unit" aria-label="${limits.unit}">
          ${[...(unit === "seconds" ? ["seconds" as const] : []), ...units].map((one) => option(one, limits.units[one], one === unit))}
        </select>
      </div>
    </div>`;
  };
  return html`<fieldset>
    <legend>${textFor(page.locale).roles[role]}</legend>
    <div class="role-rule">
      <div class="field">
        <label for="factor_${role}">${text.factor}</label>
        <select id="factor_${role}" name="factor_${role}">
          ${choices.map((policy) => option(policy, text.choices[policy], policy === factor))}
        </select>
      </div>
      ${limit("idle", idle)} ${limit("absolute", absolute)}
    </div>
  </fieldset>`;
};

const option = (value: string, label: string, isSelected: boolean): Markup =>
  html`<option value="${value}" ${isSelected && raw("selected")}>${label}</option>`;

const summary = (page: AdminPage, { typed }: RoleRules): Markup => {
  const { roles: text } = textFor(page.locale).admin.signIn;
  return html`<dl class="entries">
    ${roles.map(
      (role) =>
        html`<div class="entry">
          <dt>${textFor(page.locale).roles[role]}</dt>
          <dd>${badge(typed[role].factor === "required" ? "active" : "inactive", text.choices[typed[role].factor])}</dd>
        </div>`,
    )}
  </dl>`;
};
