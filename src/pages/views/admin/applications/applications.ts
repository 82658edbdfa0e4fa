import { html } from "hono/html";

import type { Application } from "#oauth/applications/application.ts";
import { maxCounted, type Usage } from "#oauth/applications/usage.ts";

import { applicationsPath } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { mark } from "../../account/application-mark.ts";
import { type Dated, timestamp } from "../../parts/dates.ts";
import { notice } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { countOf } from "../parts/counts.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

export type ApplicationRow = Pick<Application, "name" | "audience" | "confidential" | "logo"> & {
  /** Encoded id: `cli_…`. */
  id: string;
  usage: Usage;
};

export type Applications = { applications: readonly ApplicationRow[]; pages: Pages; deleted: boolean };

/** Applications registered by the site, newest first. */
export const applications = (page: AdminPage, view: Applications): string => {
  const { applications: text, sections } = textFor(page.locale).admin;
  const title = sections.applications.name;
  return adminLayout(page, {
    title,
    content: html`${view.deleted ? notice(text.notice.deleted) : ""}
      <h1>${title}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      <p class="after"><a class="button primary" href="${applicationsPath}/new">${text.register}</a></p>
      ${rowsOr(view.applications, (application) => row(page, application), text.none)}
      ${pager(page.locale, title, view.pages)}`,
  });
};

const row = (page: Dated, application: ApplicationRow): Markup => {
  const { applications: text } = textFor(page.locale).admin;
  const { name, audience, confidential, usage } = application;
  return html`<li class="row with-logo">
    ${mark(application)}
    <div class="about">
      <h2><a href="${applicationsPath}/${application.id}">${foreign(name)}</a></h2>
      <ul class="facts">
        <li>${text.audience[audience]}</li>
        <li>${text.kind[confidential ? "confidential" : "public"]}</li>
      </ul>
      <ul class="facts">
        <li>${fillPlain(text.memberCount, { count: countOf(page.locale, usage.members, maxCounted.members) })}</li>
        <li>
          ${usage.lastUsedAt ? fill(text.lastUsedAt, { time: timestamp(page, usage.lastUsedAt) }) : text.neverUsed}
        </li>
        ${usage.agentSince !== null && html`<li>${fill(textFor(page.locale).admin.agent.fact, { time: timestamp(page, usage.agentSince) })}</li>`}
      </ul>
    </div>
  </li>`;
};
