import type { Proof } from "../../../forms/proof-of.ts";
import { html } from "hono/html";
import type { ProvisioningKey } from "#domain/people/provisioning/keys/provisioning-key.ts";
import type { KeyValues } from "../../../admin/provisioning/form-values.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import { secretView } from "../api-keys/secret-view.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { addressEntry, keyFields, problemsOf, proofField, type Wrong } from "./key-fields.ts";
import { factsOf } from "./keys.ts";

const { path } = adminSections.provisioning;

interface Form {
  values: KeyValues;
  wrong: readonly Wrong[];
  proof: Proof;
}

/** Form for a new key. Posts `csrf`, the `id` of the key to create, its fields, and the password as `current`. */
export const newKeyForm = (page: AdminPage, { id, values, wrong, proof }: Form & { id: string }): string => {
  const { provisioning: text } = textFor(page.locale).admin;
  return adminLayout(page, {
    title: text.add,
    problem: wrong.length > 0,
    content: html`<h1>${text.add}</h1>
      ${problemsOf(page, wrong)}
      ${
        proof === "missing"
          ? html`<p class="prose">${text.recent}</p>`
          : html`<form method="post" action="${path}/new" class="stack roomy">
              ${hidden("csrf", page.csrf)} ${hidden("id", id)} ${keyFields(page, values, wrong)}
              ${proofField(page, wrong, "password")}
              <div class="actions">
                ${button(text.create, { look: "primary" })}
                <a class="button secondary" href="${path}">${text.cancel}</a>
              </div>
            </form>`
      }`,
  });
};

interface Settings extends Form {
  /** With the encoded ID. */
  key: ProvisioningKey;
  isSaved: boolean;
  /** False for callers who are no owners, and for a revoked key. */
  mayChange: boolean;
}

/** Settings of a key, its replacement and its revocation. */
export const keySettings = (page: AdminPage, view: Settings): string => {
  const { provisioning: text, saved } = textFor(page.locale).admin;
  const { key, wrong, isSaved, mayChange, proof } = view;
  return adminLayout(page, {
    title: key.name,
    crumb: key.name,
    problem: wrong.length > 0,
    content: html`${isSaved && notice(saved)}
      <h1>${foreign(key.name)}</h1>
      ${factsOf(page, key)} ${problemsOf(page, wrong)} ${addressEntry(page)}
      ${mayChange && (proof === "missing" ? html`<p class="prose">${text.recent}</p>` : forms(page, view))}`,
  });
};

const forms = (page: AdminPage, { key, values, wrong }: Settings): Markup => {
  const { provisioning: text, save } = textFor(page.locale).admin;
  const here = `${path}/${key.id}`;
  return html`<h2>${text.settings}</h2>
    <form method="post" action="${here}" class="stack roomy">
      ${hidden("csrf", page.csrf)} ${keyFields(page, values, wrong)} ${proofField(page, wrong, "password")}
      <div>${button(save, { look: "primary" })}</div>
    </form>
    <h2>${text.replace}</h2>
    <p class="prose">${text.replaceHint}</p>
    <form method="post" action="${here}/replace" class="stack">
      ${hidden("csrf", page.csrf)} ${hidden("ending", key.ending)} ${proofField(page, wrong, "replacement")}
      <div>${button(text.replace, { look: "secondary" })}</div>
    </form>
    <h2>${text.revoke}</h2>
    <p class="prose">${text.revokeHint}</p>
    <form method="post" action="${here}/revoke" class="stack">
      ${hidden("csrf", page.csrf)}
      <div>${button(text.revoke, { look: "danger" })}</div>
    </form>`;
};

/** Displays a new key once, with the address that belongs to it. */
export const madeKey = (page: AdminPage, { id, name, key }: { id: string; name: string; key: string }): string => {
  const { secret: text, address } = textFor(page.locale).admin.provisioning;
  return secretView(page, {
    text,
    name,
    of: html`<div class="entry">
      <dt>${address}</dt>
      <dd class="mono copied foreign">${page.site.origin}/scim/v2</dd>
    </div>`,
    secret: key,
    until: null,
    next: `${path}/${id}`,
  });
};
