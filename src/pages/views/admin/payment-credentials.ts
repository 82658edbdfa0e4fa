import { html, raw } from "hono/html";
import type * as z from "zod";
import type { ProviderName } from "#domain/sales/payments/provider.ts";
import type { readPaymentSettings } from "#domain/sales/payments/save-providers.ts";
import { adminSections } from "../../admin/sections.ts";
import { textFor } from "../../text/catalogue.ts";
import { button, hidden, problem } from "../fields.ts";
import { fillPlain, type Markup } from "../markup.ts";
import { adminLayout, type AdminPage } from "./layout.ts";

type Credentials = NonNullable<z.output<typeof readPaymentSettings.output>["providers"][number]["credentials"]>;

export const secretFields = ["secretKey", "signingSecret"] as const;
type SecretField = (typeof secretFields)[number];

export interface CredentialsView {
  provider: "stripe";
  credentials: Credentials;
  /** To be entered at the provider. */
  webhook: { address: string; events: readonly string[] };
  wrong?: SecretField | "password" | "unreachable" | "limited" | undefined;
}

const { path } = adminSections.payments;

export const credentialsPath = (provider: ProviderName) => `${path}/${provider}/credentials`;

/** Reports which secrets are stored, and leads to the form that changes them. */
export const credentialsState = (page: AdminPage, provider: ProviderName, credentials: Credentials): Markup => {
  const text = textFor(page.locale).admin.resources.payments;
  const { credentials: words } = text;
  const link = credentials.isComplete ? words.change : words.setUp;
  return html`${credentials.isComplete ? endings(page, credentials) : html`<p>${words.missing}</p>`}
    ${warning(page, credentials)}
    <p>
      <a href="${credentialsPath(provider)}" aria-label="${link}: ${text[provider].name}">${link}</a>
    </p>`;
};

const endings = (page: AdminPage, { endings: known }: Credentials): Markup => {
  const { credentials: text } = textFor(page.locale).admin.resources.payments;
  return html`<p>
    ${secretFields
      .filter((name) => known[name] !== undefined)
      .map((name) => `${fillPlain(text.endsIn, { label: text[name], ending: known[name] ?? "" })} `)}
  </p>`;
};

const warning = (page: AdminPage, { isUnexpectedTest }: Credentials): Markup => {
  const { credentials: text } = textFor(page.locale).admin.resources.payments;
  if (isUnexpectedTest === null) return raw("");
  return html`<p><strong>${isUnexpectedTest ? text.isTest : text.isLive}</strong></p>`;
};

/** GET /admin/payments/{provider}/credentials: the webhook to create at the provider, and the form for its secrets. */
export const paymentCredentials = (page: AdminPage, view: CredentialsView): string => {
  const { save, resources } = textFor(page.locale).admin;
  const { credentials: text, ...payments } = resources.payments;
  const { provider, credentials, webhook, wrong } = view;
  const title = fillPlain(text.title, { name: payments[provider].name });
  const general = wrong === "unreachable" || wrong === "limited" ? wrong : undefined;
  const secret = (name: SecretField): Markup =>
    secretField({
      name,
      label: text[name],
      hint: `${text[`${name}Hint`]}${credentials.endings[name] ? ` ${text.keep}` : ""}`,
      required: !credentials.endings[name],
      problem: wrong === name ? text.wrong[name] : undefined,
      autocomplete: "off",
    });
  return adminLayout(page, {
    title,
    content: html`<p><a href="${path}">${text.back}</a></p>
      <h1>${title}</h1>
      ${general ? problem("state", text.wrong[general]) : raw("")} ${warning(page, credentials)}
      <h2>${text.webhook}</h2>
      <p>${text.webhookHint}</p>
      <p>${text.address}: <code>${webhook.address}</code></p>
      <p>${text.events}:</p>
      <ul>
        ${webhook.events.map((event) => html`<li><code>${event}</code></li>`)}
      </ul>
      <h2>${text.keys}</h2>
      <p>${text.never}</p>
      ${credentials.isComplete ? endings(page, credentials) : raw("")}
      <form method="post" action="${credentialsPath(provider)}" class="stack">
        ${hidden("csrf", page.csrf)} ${hidden("username", page.member.email)} ${secret("secretKey")}
        ${secret("signingSecret")}
        ${secretField({
          name: "current",
          label: text.password,
          hint: text.passwordHint,
          required: true,
          problem: wrong === "password" ? text.wrong.password : undefined,
          autocomplete: "current-password",
        })}
        <div>${button(save, { look: "primary" })}</div>
      </form>`,
  });
};

interface Secret {
  name: string;
  label: string;
  hint: string;
  required: boolean;
  problem: string | undefined;
  autocomplete: "off" | "current-password";
}

/** A password field without a value. */
const secretField = ({ name, label, hint, required, problem: wrong, autocomplete }: Secret): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <p id="${name}-hint" class="hint">${hint}</p>
    ${wrong === undefined ? raw("") : html`<p id="${name}-problem" class="wrong">${wrong}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="password"
      autocomplete="${autocomplete}"
      maxlength="300"
      aria-describedby="${name}-hint${wrong === undefined ? "" : ` ${name}-problem`}"
      ${wrong === undefined ? raw("") : raw('aria-invalid="true"')}
      ${required ? raw("required") : raw("")}
    />
  </div>`;
