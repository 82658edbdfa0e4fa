import { html, raw } from "hono/html";

import { furthest } from "#oauth/applications/site-summary.ts";

import type { Lately } from "../../admin/analytics/lately.ts";
import { adminSections, type AdminSectionName } from "../../admin/sections.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { panels } from "./analytics/panels.ts";
import { countOf } from "./parts/counts.ts";
import { adminLayout, type AdminPage } from "./layout.ts";

type Counts = Record<"members" | "applications" | "connections" | "requests" | "submissions", number>;

/** GET /admin: activity and links to all sections. */
export const overview = (page: AdminPage, counts: Counts, lately: Lately): string => {
  const { admin: text } = textFor(page.locale);
  return adminLayout(page, {
    title: text.overview.title,
    content: html`<h1>${text.overview.title}</h1>
      <p class="lead">${fill(text.overview.intro, { site: foreign(page.site.name) })}</p>
      <dl class="entries">
        ${count(page, text.overview.members, counts.members)}
        ${count(page, text.overview.applications, counts.applications)}
        ${count(page, text.overview.connections, counts.connections)}
        ${waiting(page, "enrollment", text.resources.enrollment.pending, counts.requests)}
        ${waiting(page, "submissions", text.resources.submissions.toGrade, counts.submissions)}
      </dl>
      <h2>${text.overview.lately}</h2>
      ${panels(page.locale, lately.period, lately.panels)}
      <p class="after"><a href="${adminSections.analytics.path}">${text.overview.figures}</a></p>
      <h2>${text.overview.sections}</h2>
      ${page.navigation
        .filter(({ name }) => name !== "today")
        .map(
          ({ name, entries }) =>
            html`<h3>${text.derived.jobs[name]}</h3>
              <ul class="acts">
                ${entries.map((entry) => html`<li><a href="${entry.href}">${entry.name}</a></li>`)}
              </ul>`,
        )}`,
  });
};

/** Work that waits for the staff, with a link to it. */
const waiting = (page: AdminPage, section: AdminSectionName, label: string, counted: number): Markup =>
  counted > 0 ? count(page, html`<a href="${adminSections[section].path}">${label}</a>`, counted) : raw("");

const count = (page: AdminPage, label: string | Markup, counted: number): Markup =>
  html`<div class="entry">
    <dt>${label}</dt>
    <dd>${countOf(page.locale, counted, furthest)}</dd>
  </div>`;
