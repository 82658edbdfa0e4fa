import { html } from "hono/html";
import { type ProviderChoice, providerChoices } from "#domain/people/identity-providers/provider.ts";
import { type SignInByEmail, signInByEmailChoices } from "#domain/platform/site/settings.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { badge } from "../../parts/badge.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import { choices, radio, textField } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { type RoleRules, roleRules } from "./role-rules.ts";
import { stepUpForm, type StepUpView } from "./step-up-form.ts";

const { path } = adminSections.signIn;

/** Target of the form for sign-in by email. */
export const byEmailPath = `${path}/by-email`;

export interface NewProviderView extends StepUpView {
  providers: readonly { id: string; name: string; issuer: string; active: boolean }[];
  isRemoved: boolean;
  isSaved?: boolean;
  byEmail: SignInByEmail;
  sendsMail: boolean;
  /** Second factors and sessions of each role. */
  rules: RoleRules;
  /** Entered values of a new provider. */
  typed?: { choice: ProviderChoice; name: string; issuer: string };
  /** Names of the fields that were refused. */
  wrong?: ReadonlySet<string>;
}

/** Identity providers of the school, and the form for a new one. */
export const providerList = (page: AdminPage, view: NewProviderView): string => {
  const { signIn: text, sections, saved } = textFor(page.locale).admin;
  const { providers, wrong, mayChange } = view;
  return adminLayout(page, {
    title: sections.signIn.name,
    problem: wrong !== undefined || view.rules.wrong.size > 0,
    content: html`${view.isRemoved && notice(text.removed)} ${view.isSaved && notice(saved)}
      <h1>${sections.signIn.name}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${byEmailForm(page, view)} ${roleRules(page, view.rules, mayChange)}
      <h2>${text.providers}</h2>
      ${providers.length === 0 ? html`<p class="prose">${text.none}</p>` : table(page, providers)}
      ${mayChange ? form(page, view) : html`<p class="prose">${text.ownersOnly}</p>`} ${stepUpForm(page, view)}`,
  });
};

/** Choice of sign-in by email. Posts `csrf` and `byEmail`. */
const byEmailForm = (page: AdminPage, { byEmail, sendsMail, mayChange }: NewProviderView): Markup => {
  const { signIn: text, save } = textFor(page.locale).admin;
  const { byEmail: own } = text;
  const ways = signInByEmailChoices.map((way) =>
    radio({ name: "byEmail", value: way, ...own.choices[way], checked: way === byEmail }),
  );
  return html`<h2>${own.title}</h2>
    <p class="prose">${own.intro}</p>
    ${!sendsMail && html`<p class="prose">${own.noMail}</p>`}
    ${
      mayChange
        ? html`<form method="post" action="${byEmailPath}" class="stack">
            ${hidden("csrf", page.csrf)} ${choices({ name: "byEmail-choices", label: own.label }, html`${ways}`)}
            <div>${button(save, { look: "primary" })}</div>
          </form>`
        : html`<p class="prose">${own.choices[byEmail].label}</p>`
    }`;
};

const table = (page: AdminPage, providers: NewProviderView["providers"]): Markup => {
  const { signIn: text } = textFor(page.locale).admin;
  return html`<div
    class="wide-table"
    role="region"
    tabindex="0"
    aria-label="${textFor(page.locale).admin.sections.signIn.name}"
  >
    <table class="grid">
      <thead>
        <tr>
          <th scope="col">${text.columns.name}</th>
          <th scope="col">${text.columns.issuer}</th>
          <th scope="col">${text.columns.state}</th>
        </tr>
      </thead>
      <tbody>
        ${providers.map(
          ({ id, name, issuer, active }) =>
            html`<tr>
              <th scope="row"><a href="${path}/${id}">${foreign(name)}</a></th>
              <td><span class="mono foreign">${issuer}</span></td>
              <td>${badge(active ? "active" : "inactive", active ? text.on : text.off)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
};

const form = (page: AdminPage, { typed, wrong }: NewProviderView): Markup => {
  const { signIn: text } = textFor(page.locale).admin;
  const problem = (name: "name" | "issuer") => (wrong?.has(name) ? text.wrong[name] : undefined);
  return html`<h2>${text.add}</h2>
    <p class="prose">${text.addHint}</p>
    <form method="post" action="${path}" class="stack">
      ${hidden("csrf", page.csrf)}
      ${choices(
        { name: "preset-choices", label: text.preset },
        html`${providerChoices.map((choice) =>
          radio({
            name: "preset",
            value: choice,
            label: text.presets[choice].name,
            hint: text.presets[choice].hint,
            checked: choice === (typed?.choice ?? "other"),
          }),
        )}`,
      )}
      ${textField({
        name: "name",
        label: text.name,
        hint: text.nameHint,
        value: typed?.name ?? "",
        maxLength: 60,
        required: true,
        problem: problem("name"),
      })}
      ${textField({
        name: "issuer",
        label: text.issuer,
        hint: text.issuerHint,
        value: typed?.issuer ?? "",
        maxLength: 500,
        problem: problem("issuer"),
      })}
      <div>${button(text.create, { look: "primary" })}</div>
    </form>`;
};
