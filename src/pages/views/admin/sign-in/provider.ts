import type { Proof } from "../../../forms/proof-of.ts";
import { html, raw } from "hono/html";
import type { ProviderAddresses } from "#domain/people/identity-providers/provider.ts";
import type { FormValues, VisibleProvider } from "../../../admin/sign-in/form-values.ts";
import { dialects } from "#domain/people/identity-providers/provider.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, checkbox, hidden, notice, problem } from "../../parts/fields.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import { secretField, textArea, textField } from "../forms/form-fields.ts";
import { ownPassword } from "../forms/own-password.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

/** Fields and states that can be wrong. */
export const settingsWrong = [
  "name",
  "clientId",
  "teamId",
  "keyId",
  "clientSecret",
  "scopes",
  "metadata",
  "domains",
  "groupsClaim",
  "groupRoles",
  "passwordsOff",
  "password",
  "limited",
  "removal",
] as const;
export type SettingsWrong = (typeof settingsWrong)[number];

export interface ProviderSettingsView {
  id: string;
  provider: VisibleProvider;
  values: FormValues;
  /** Addresses to enter at the provider. */
  addresses: ProviderAddresses;
  /** True for owners. Others get no form. */
  mayChange: boolean;
  /** Confirmation of changes: by the password, or by a recent sign-in of people without one. */
  proof: Proof;
  notice: "added" | "saved" | undefined;
  wrong: ReadonlySet<SettingsWrong>;
}

const { path } = adminSections.signIn;

/** Settings of an identity provider, its test and its deletion. */
export const providerSettings = (page: AdminPage, view: ProviderSettingsView): string => {
  const { signIn: text, saved } = textFor(page.locale).admin;
  const { provider, wrong, addresses } = view;
  const hasLogout = provider.protocol === "saml" || dialects[provider.preset].hasLogout;
  const shownAddresses = Object.entries(addresses).filter(([name]) => hasLogout || name === "redirectAddress");
  return adminLayout(page, {
    title: provider.name,
    crumb: provider.name,
    problem: wrong.size > 0,
    content: html`${view.notice && notice(view.notice === "added" ? text.added : saved)}
      <h1>${foreign(provider.name)}</h1>
      ${provider.issuer !== "" && html`<p class="lead"><span class="mono foreign">${provider.issuer}</span></p>`}
      ${wrong.has("limited") && problem("limited", text.wrong.limited)}
      ${wrong.has("passwordsOff") && problem("passwordsOff-problem", text.wrong.passwordsOff)}
      <h2>${text.redirect}</h2>
      <p class="prose">${provider.saml ? text.saml.redirectHint : text.redirectHint}</p>
      ${entries(shownAddresses.map(([name, value]) => [addressName(page, name), [value]]))}
      ${provider.saml ? pinned(page, provider.saml) : guide(page, provider)}
      ${view.mayChange ? forms(page, view) : html`<p class="prose">${text.ownersOnly}</p>`}`,
  });
};

/** Names of addresses are the keys of their texts. */
const addressName = (page: AdminPage, name: string): string => {
  const { signIn: text } = textFor(page.locale).admin;
  const names: Readonly<Record<string, string>> = { ...text.addresses };
  return names[name] ?? name;
};

const entries = (list: readonly [name: string, values: readonly string[]][]): Markup =>
  html`<dl class="entries">
    ${list.map(
      ([name, values]) =>
        html`<div class="entry">
          <dt>${name}</dt>
          <dd>${values.map((value) => html`<p><code class="foreign">${value}</code></p>`)}</dd>
        </div>`,
    )}
  </dl>`;

/** Certificates and addresses that the metadata of the provider named. */
const pinned = (page: AdminPage, saml: NonNullable<VisibleProvider["saml"]>): Markup => {
  const { saml: text } = textFor(page.locale).admin.signIn;
  if (saml.fingerprints.length === 0) return raw("");
  const { signInAddress, logoutAddress, metadataAddress, fingerprints } = saml;
  return html`<h2>${text.pinned}</h2>
    <p class="prose">${text.pinnedHint}</p>
    ${entries([
      [text.signInAddress, [signInAddress]],
      [text.logoutAddress, [logoutAddress ?? "–"]],
      [text.readFrom, [metadataAddress ?? "XML"]],
      [text.fingerprints, fingerprints],
    ])}`;
};

/** Steps at a provider whose setup differs from that of others. */
const guide = (page: AdminPage, { preset }: VisibleProvider): Markup => {
  const { guides } = textFor(page.locale).admin.signIn;
  if (preset !== "apple" && preset !== "line") return raw("");
  return html`<ol class="prose">
    ${Object.values(guides[preset]).map((step) => html`<li>${step}</li>`)}
  </ol>`;
};

const forms = (page: AdminPage, view: ProviderSettingsView): Markup => {
  const { signIn: text } = textFor(page.locale).admin;
  const { id, provider, proof } = view;
  return html`<h2>${text.settings}</h2>
    ${proof === "missing" ? html`<p class="prose">${text.recent}</p>` : settingsForm(page, view)}
    ${
      provider.isReady &&
      html`<h2>${text.test}</h2>
        <p class="prose">${text.testHint}</p>
        <form method="post" action="${path}/${id}/test" class="stack">
          ${hidden("csrf", page.csrf)}
          <div>${button(text.testGo, { look: "secondary" })}</div>
        </form>`
    }
    ${proof !== "missing" && removal(page, view)}`;
};

const settingsForm = (page: AdminPage, view: ProviderSettingsView): Markup => {
  const { signIn: text, save } = textFor(page.locale).admin;
  const { id, provider, values, wrong } = view;
  const { texts, checks } = values;
  const problemOf = (name: Exclude<SettingsWrong, "removal">) => (wrong.has(name) ? text.wrong[name] : undefined);
  const field = (
    name: "name" | "clientId" | "teamId" | "keyId" | "scopes" | "groupsClaim",
    maxLength: number,
    required = false,
  ) =>
    textField({
      name,
      label: name === "groupsClaim" && provider.saml ? text.saml.groups : text[name],
      hint: name === "groupsClaim" && provider.saml ? text.saml.groupsHint : text[`${name}Hint`],
      value: texts[name],
      maxLength,
      required,
      problem: problemOf(name),
    });
  const area = (name: "metadata" | "domains" | "groupRoles") =>
    textArea({
      name,
      label: text[name],
      hint: text[`${name}Hint`],
      value: texts[name],
      rows: 4,
      code: true,
      problem: problemOf(name),
    });
  const { hasSigningKey } = dialects[provider.preset];
  const secretProblem = problemOf("clientSecret");
  const secret = secretField({
    name: "clientSecret",
    label: text.clientSecret,
    hint: provider.hasSecret ? text.keepSecret : text.clientSecretHint,
    required: false,
    problem: secretProblem,
    autocomplete: "off",
  });
  const privateKey = textArea({
    name: "clientSecret",
    label: text.privateKey,
    hint: provider.hasSecret ? text.keepSecret : text.privateKeyHint,
    value: "",
    rows: 6,
    maxLength: 4000,
    code: true,
    problem: secretProblem && text.wrong.privateKey,
  });
  const check = (name: "keepsCertificates" | "createsMembers" | "passwordsOff" | "active") =>
    checkbox({ name, label: text[name], hint: text[`${name}Hint`], checked: checks[name] });
  return html`<form method="post" action="${path}/${id}" class="stack">
    ${hidden("csrf", page.csrf)} ${field("name", 60, true)}
    ${
      provider.saml
        ? html`${area("metadata")} ${provider.isReady && check("keepsCertificates")}`
        : html`${field("clientId", 300)}
          ${hasSigningKey ? html`${field("teamId", 32)} ${field("keyId", 32)} ${privateKey}` : secret}
          ${field("scopes", 2000)}`
    }
    ${area("domains")} ${check("createsMembers")} ${check("passwordsOff")} ${field("groupsClaim", 200)}
    ${area("groupRoles")} ${check("active")} ${proofField(page, wrong, "password")}
    <div>${button(save, { look: "primary" })}</div>
  </form>`;
};

const proofField = (page: AdminPage, wrong: ProviderSettingsView["wrong"], use: "password" | "removal"): Markup => {
  const { signIn: text } = textFor(page.locale).admin;
  return ownPassword(page, {
    ...(use === "removal" && { id: "removal-password" }),
    label: text.password,
    hint: text.passwordHint,
    problem: wrong.has(use) ? text.wrong.password : undefined,
  });
};

const removal = (page: AdminPage, view: ProviderSettingsView): Markup => {
  const { signIn: text } = textFor(page.locale).admin;
  return html`<h2>${text.remove}</h2>
    <p class="prose">${text.removeHint}</p>
    <form method="post" action="${path}/${view.id}/delete" class="stack">
      ${hidden("csrf", page.csrf)} ${proofField(page, view.wrong, "removal")}
      <div>${button(text.remove, { look: "danger" })}</div>
    </form>`;
};
