import { html, raw } from "hono/html";
import type * as z from "zod";
import type { readPaymentSettings } from "#domain/sales/payments/settings/save-providers.ts";
import { isFieldOf, typedKeys } from "#lib/json/typed-object.ts";
import {
  type ConnectedProvider,
  type CredentialField,
  credentialFields,
  environmentChoices,
} from "../../../admin/payments/credential-fields.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { choices, radio, secretField, textField } from "../forms/form-fields.ts";
import { ownPassword } from "../forms/own-password.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

type Credentials = NonNullable<z.output<typeof readPaymentSettings.output>["providers"][number]["credentials"]>;

export interface CredentialsView {
  provider: ConnectedProvider;
  credentials: Credentials;
  /** True for owners. Others get no form. */
  mayChange: boolean;
  /** To be entered at the provider. */
  webhook?: { address: string; events: readonly string[] } | undefined;
  wrong?: CredentialField | "password" | "unreachable" | "limited" | "removal" | "renewing" | undefined;
}

const { path } = adminSections.payments;

export const credentialsPath = (provider: ConnectedProvider) => `${path}/${provider}/credentials`;

/** Reports which secrets are stored, and leads to the form that changes them. */
export const credentialsState = (page: AdminPage, provider: ConnectedProvider, credentials: Credentials): Markup => {
  const text = textFor(page.locale).admin.resources.payments;
  const { credentials: credentialText } = text;
  const link = credentials.isComplete ? credentialText.change : credentialText.setUp;
  return html`${credentials.isComplete ? endings(page, credentials) : html`<p>${credentialText.missing}</p>`}
    ${warning(page, credentials)}
    <p>
      <a href="${credentialsPath(provider)}" aria-label="${link}: ${text[provider].name}">${link}</a>
    </p>`;
};

/** Displays the last characters of secrets, and public values in full. */
const endings = (page: AdminPage, { endings: known, visible }: Credentials): Markup => {
  const { credentials: text } = textFor(page.locale).admin.resources.payments;
  const { fields, environments } = text;
  return html`<p class="prose">
    ${typedKeys(fields)
      .filter((name) => known[name] !== undefined)
      .map((name) => `${fillPlain(text.endsIn, { label: fields[name].label, ending: known[name] ?? "" })} `)}
    ${typedKeys(fields)
      .filter((name) => visible[name] !== undefined)
      .map((name) => {
        const value = visible[name] ?? "";
        return `${fields[name].label}: ${isFieldOf(environments, value) ? environments[value].name : value}. `;
      })}
  </p>`;
};

const warning = (page: AdminPage, { isUnexpectedTest }: Credentials): Markup => {
  const { credentials: text } = textFor(page.locale).admin.resources.payments;
  if (isUnexpectedTest === null) return raw("");
  return html`<p class="prose"><strong>${isUnexpectedTest ? text.isTest : text.isLive}</strong></p>`;
};

/** GET /admin/payments/{provider}/credentials: the webhook to create at the provider, and the form for its secrets. */
export const paymentCredentials = (page: AdminPage, view: CredentialsView): string => {
  const { resources } = textFor(page.locale).admin;
  const { credentials: text, ...payments } = resources.payments;
  const { provider, credentials, webhook, wrong } = view;
  const { name } = payments[provider];
  const title = fillPlain(text.title, { name });
  const general = wrong === "unreachable" || wrong === "limited" || wrong === "renewing" ? wrong : undefined;
  return adminLayout(page, {
    title,
    content: html`<p><a href="${path}">${text.back}</a></p>
      <h1>${title}</h1>
      ${general && problem("state", fillPlain(text.wrong[general], { name }))}
      ${webhook && webhookToCreate(page, webhook)}
      <h2>${text.keys}</h2>
      <p class="prose">${text.never}</p>
      ${credentials.isComplete && endings(page, credentials)} ${warning(page, credentials)}
      ${view.mayChange ? form(page, view) : html`<p>${payments.ownersOnly}</p>`}`,
  });
};

const form = (page: AdminPage, view: CredentialsView): Markup => {
  const { save, resources } = textFor(page.locale).admin;
  const { credentials: text } = resources.payments;
  const { provider, credentials, wrong } = view;
  return html`<form method="post" action="${credentialsPath(provider)}" class="stack">
      ${hidden("csrf", page.csrf)} ${credentialFields[provider].map((field) => credentialField(page, view, field))}
      ${ownPassword(page, { label: text.password, hint: text.passwordHint, problem: wrong === "password" ? text.wrong.password : undefined })}
      <div>${button(save, { look: "primary" })}</div>
    </form>
    ${Object.keys(credentials.endings).length > 0 && removal(page, view)}`;
};

const removal = (page: AdminPage, { provider, wrong }: CredentialsView): Markup => {
  const { credentials: text } = textFor(page.locale).admin.resources.payments;
  return html`<h2>${text.remove}</h2>
    <p class="prose">${text.removeHint}</p>
    <form method="post" action="${credentialsPath(provider)}/remove" class="stack">
      ${hidden("csrf", page.csrf)}
      ${ownPassword(page, { id: "removal-password", label: text.password, hint: text.removePasswordHint, problem: wrong === "removal" ? text.wrong.password : undefined })}
      <div>${button(text.remove, { look: "danger" })}</div>
    </form>`;
};

const webhookToCreate = (page: AdminPage, webhook: NonNullable<CredentialsView["webhook"]>): Markup => {
  const { credentials: text } = textFor(page.locale).admin.resources.payments;
  return html`<h2>${text.webhook}</h2>
    <p class="prose">${text.webhookHint}</p>
    <p class="prose">${text.address}: <code>${webhook.address}</code></p>
    <p class="prose">${text.events}:</p>
    <ul class="dashes prose">
      ${webhook.events.map((event) => html`<li><code>${event}</code></li>`)}
    </ul>`;
};

const credentialField = (
  page: AdminPage,
  { credentials, wrong }: CredentialsView,
  { name, kind }: (typeof credentialFields)[ConnectedProvider][number],
): Markup => {
  const { credentials: text } = textFor(page.locale).admin.resources.payments;
  const { label, hint, wrong: refused } = text.fields[name];
  const isWrong = wrong === name ? refused : undefined;
  const value = credentials.visible[name] ?? "";
  if (kind === "choice") {
    const chosenEnvironment = value === "" ? environmentChoices[0] : value;
    const option = (environment: (typeof environmentChoices)[number]) =>
      radio({
        name,
        value: environment,
        ...optionText(text.environments[environment]),
        checked: environment === chosenEnvironment,
      });
    return choices({ name: `${name}-choices`, label, hint, problem: isWrong }, html`${environmentChoices.map(option)}`);
  }
  if (kind === "text") {
    return textField({ name, label, hint, value, maxLength: 20, numeric: true, required: true, problem: isWrong });
  }
  return secretField({
    name,
    label,
    hint: `${hint}${credentials.endings[name] ? ` ${text.keep}` : ""}`,
    required: !credentials.endings[name],
    problem: isWrong,
    autocomplete: "off",
  });
};

const optionText = ({ name: label, hint }: { name: string; hint: string }) => ({ label, hint });
