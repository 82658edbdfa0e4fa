import { html } from "hono/html";

import type { ApiKey } from "#oauth/api-keys/api-key.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Dated, timestamp } from "../../parts/dates.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

/** With the encoded id: `key_…`. */
type Row = Omit<ApiKey, "memberId" | "revokedAt">;

const { path } = adminSections.apiKeys;

/** API keys, newest first. */
export const apiKeys = (
  page: AdminPage,
  view: { keys: readonly Row[]; pages: Pages; notice: "revoked" | "repeated" | undefined },
): string => {
  const { apiKeys: text, sections } = textFor(page.locale).admin;
  const title = sections.apiKeys.name;
  return adminLayout(page, {
    title,
    content: html`${view.notice && notice(text.notice[view.notice])}
      <h1>${title}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      <p class="after"><a class="button primary" href="${path}/new">${text.add}</a></p>
      ${rowsOr(view.keys, (key) => row(page, key), text.none)} ${pager(page.locale, title, view.pages)}`,
  });
};

const row = (page: Dated, key: Row): Markup => {
  const { apiKeys: text } = textFor(page.locale).admin;
  const { id, name, status, ending, createdAt, expiresAt, memberName, memberEmail } = key;
  return html`<li class="row">
    <div class="about">
      <h2>${foreign(name)}</h2>
      <ul class="facts">
        <li>${text.states[status]}</li>
        <li><code>lak_…${ending}</code></li>
        <li>${fill(text.of, { person: foreign(memberName ?? memberEmail ?? "") })}</li>
        <li>${fill(text.created, { time: timestamp(page, createdAt) })}</li>
        ${
          status !== "revoked" &&
          html`<li>
            ${fill(text[status === "active" ? "expires" : "expired"], { time: timestamp(page, expiresAt) })}
          </li>`
        }
        <li>${lastUse(page, key)}</li>
      </ul>
      <p class="soft">${text.permissions}: ${key.scopes.map((scope) => html`<code>${scope}</code> `)}</p>
    </div>
    ${
      status === "active" &&
      html`<a class="button secondary" href="${path}/${id}/revoke" aria-label="${fillPlain(text.revokeOf, { name })}"
        >${text.revoke}</a
      >`
    }
  </li>`;
};

const lastUse = (page: Dated, { lastUsedAt, lastUsedAddress }: Row): Markup => {
  const { apiKeys: text } = textFor(page.locale).admin;
  if (lastUsedAt === null) return html`${text.unused}`;
  return fill(text.used, { time: timestamp(page, lastUsedAt), address: foreign(lastUsedAddress ?? "–") });
};

/** Confirmation page for revocation. Posts `csrf`. */
export const apiKeyRemoval = (page: AdminPage, { id, name }: { id: string; name: string }): string => {
  const { removal: text, form } = textFor(page.locale).admin.apiKeys;
  return adminLayout(page, {
    title: fillPlain(text.title, { name }),
    content: html`<h1>${fill(text.title, { name: foreign(name) })}</h1>
      <p class="lead">${text.explanation}</p>
      <form method="post" action="${path}/${id}/revoke" class="actions">
        ${hidden("csrf", page.csrf)} ${button(text.submit, { look: "danger" })}
        <a class="button secondary" href="${path}">${form.cancel}</a>
      </form>`,
  });
};
