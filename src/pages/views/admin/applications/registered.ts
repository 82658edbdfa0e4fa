import { html } from "hono/html";

import { maxCounted } from "#oauth/applications/usage.ts";
import type { RegisteredApplication } from "#oauth/registered-applications/operations.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Dated, timestamp } from "../../parts/dates.ts";
import { notice } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { countOf } from "../parts/counts.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

/** With the encoded id: `cli_…`. */
type Row = RegisteredApplication;

export type Registered = { applications: readonly Row[]; pages: Pages; deleted: boolean };

const { path } = adminSections.registered;

/** Self-registered applications, newest first, each with a delete button. */
export const registered = (page: AdminPage, view: Registered): string => {
  const { registered: text, sections } = textFor(page.locale).admin;
  const title = sections.registered.name;
  return adminLayout(page, {
    title,
    content: html`${view.deleted && notice(text.deleted)}
      <h1>${title}</h1>
      <p class="lead">${text.intro}</p>
      ${rowsOr(view.applications, (application) => row(page, application), text.none)}
      ${pager(page.locale, title, view.pages)}`,
  });
};

const row = (page: Dated, { id, name, redirectUris, createdAt, usage }: Row): Markup => {
  const { registered: text } = textFor(page.locale).admin;
  const label = fillPlain(text.removeOf, { name, id });
  return html`<li class="row">
    <div class="about">
      <h2>${foreign(name)}</h2>
      <ul class="soft">
        <li class="mono">${id}</li>
        ${redirectUris.map((uri) => html`<li class="mono foreign">${uri}</li>`)}
      </ul>
      <ul class="facts">
        <li>${fill(text.since, { time: timestamp(page, createdAt) })}</li>
        <li>${fillPlain(text.members, { count: countOf(page.locale, usage.members, maxCounted.members) })}</li>
        <li>${usage.lastUsedAt ? fill(text.lastUsed, { time: timestamp(page, usage.lastUsedAt) }) : text.neverUsed}</li>
        ${usage.agentSince !== null && html`<li>${fill(textFor(page.locale).admin.agent.fact, { time: timestamp(page, usage.agentSince) })}</li>`}
      </ul>
    </div>
    <p><a class="button secondary" href="${path}/${id}/delete" aria-label="${label}">${text.remove}</a></p>
  </li>`;
};
