import { html, raw } from "hono/html";
import { type StepUp, stepUpChoices } from "#domain/platform/site/settings.ts";
import { inUnit } from "../../../admin/settings/limit-units.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { duration } from "../../parts/dates.ts";
import { button, hidden } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import { choices, radio } from "../forms/form-fields.ts";
import type { AdminPage } from "../layout.ts";

/** Target of the form for what applications must prove. */
export const stepUpPath = `${adminSections.signIn.path}/applications`;

/** Ages in seconds that the form offers. 0: any. */
const stepUpAges = [0, 600, 3600, 28_800, 86_400, 604_800] as const;

export interface StepUpView {
  stepUp: StepUp;
  maxAge: number;
  /** True for owners. Others get no form. */
  mayChange: boolean;
}

/** The sign-in that sensitive actions of applications require of their user. Posts `csrf`, `stepUp` and `maxAge`. */
export const stepUpForm = (page: AdminPage, { stepUp, maxAge, mayChange }: StepUpView): Markup => {
  const { signIn, save } = textFor(page.locale).admin;
  const { stepUp: text } = signIn;
  const ways = stepUpChoices.map((value) =>
    radio({ name: "stepUp", value, ...text.choices[value], checked: value === stepUp }),
  );
  // Another age can have been set at the command line.
  const ages = [...new Set([...stepUpAges, maxAge])].toSorted((one, other) => one - other);
  return html`<h2>${text.title}</h2>
    <p class="prose">${text.intro}</p>
    ${
      mayChange
        ? html`<form method="post" action="${stepUpPath}" class="stack">
            ${hidden("csrf", page.csrf)} ${choices({ name: "step-up-choices", label: text.label }, html`${ways}`)}
            <div class="field">
              <label for="step-up-age">${text.age}</label>
              <select id="step-up-age" name="maxAge">
                ${ages.map(
                  (age) =>
                    html`<option value="${age}" ${age === maxAge && raw("selected")}>${ageText(page, age)}</option>`,
                )}
              </select>
            </div>
            <div>${button(save, { look: "primary" })}</div>
          </form>`
        : html`<p class="prose">${text.choices[stepUp].label}</p>`
    }`;
};

function ageText(page: AdminPage, seconds: number): string {
  if (seconds === 0) return textFor(page.locale).admin.signIn.stepUp.anyAge;
  const { amount, unit } = inUnit(seconds);
  return duration(page.locale, amount, unit);
}
