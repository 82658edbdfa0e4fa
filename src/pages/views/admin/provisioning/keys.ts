import { html } from "hono/html";
import type { ProvisioningKey } from "#domain/people/provisioning/keys/provisioning-key.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Dated, timestamp } from "../../parts/dates.ts";
import { notice } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { addressEntry } from "./key-fields.ts";
import { rowsOr } from "../parts/rows.ts";

const { path } = adminSections.provisioning;

interface KeyList {
  /** With encoded IDs. */
  keys: readonly ProvisioningKey[];
  pages: Pages;
  /** True for owners. */
  mayChange: boolean;
  notice: "revoked" | "repeated" | undefined;
}

/** Directories of the school, newest first. */
export const keyList = (page: AdminPage, { keys, pages, mayChange, notice: done }: KeyList): string => {
  const { provisioning: text, sections } = textFor(page.locale).admin;
  const title = sections.provisioning.name;
  return adminLayout(page, {
    title,
    content: html`${done && notice(text[done])}
      <h1>${title}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${addressEntry(page)}
      ${
        mayChange
          ? html`<p class="after"><a class="button primary" href="${path}/new">${text.add}</a></p>`
          : html`<p class="prose">${text.ownersOnly}</p>`
      }
      ${rowsOr(keys, (key) => row(page, key), text.none)} ${pager(page.locale, title, pages)}`,
  });
};

const row = (page: Dated, key: ProvisioningKey): Markup => {
  const { provisioning: text } = textFor(page.locale).admin;
  const { id, name, revokedAt } = key;
  return html`<li class="row">
    <div class="about">
      <h2>${foreign(name)}</h2>
      ${factsOf(page, key)}
    </div>
    ${
      revokedAt === null &&
      html`<a class="button secondary" href="${path}/${id}" aria-label="${fillPlain(text.settingsOf, { name })}"
        >${text.settings}</a
      >`
    }
  </li>`;
};

/** State of a key, its last characters, its author and its last use. */
export const factsOf = (page: Dated, key: ProvisioningKey): Markup => {
  const { provisioning: text } = textFor(page.locale).admin;
  const { ending, createdAt, revokedAt, memberName, memberEmail } = key;
  const person = foreign(memberName ?? memberEmail ?? "–");
  return html`<ul class="facts">
    <li>${text.states[revokedAt === null ? "active" : "revoked"]}</li>
    <li><code>lpk_…${ending}</code></li>
    <li>${fill(text.by, { person, time: timestamp(page, createdAt) })}</li>
    <li>${lastUse(page, key)}</li>
  </ul>`;
};

const lastUse = (page: Dated, { lastUsedAt, lastUsedAddress }: ProvisioningKey): Markup => {
  const { provisioning: text } = textFor(page.locale).admin;
  if (lastUsedAt === null) return html`${text.unused}`;
  return fill(text.used, { time: timestamp(page, lastUsedAt), address: foreign(lastUsedAddress ?? "–") });
};
