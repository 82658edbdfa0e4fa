import { formatNumber } from "#lib/text/formats.ts";
import { html } from "hono/html";

import type { MetadataClient } from "#oauth/metadata-documents/metadata-client.ts";

import type { HostsProblem } from "../../../admin/documents/typed-hosts.ts";
import { documentsPath as path } from "../../../admin/sections.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Dated, timestamp } from "../../parts/dates.ts";
import { button, checkbox, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { textArea } from "../forms/form-fields.ts";
import { filterLinks } from "../parts/filter-links.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

export const documentFilters = ["all", "unreviewed", "reviewed", "blocked"] as const;
export type DocumentFilter = (typeof documentFilters)[number];

/** With the encoded id: `cli_…`. */
type Row = Pick<
  MetadataClient,
  "id" | "name" | "host" | "state" | "review" | "connectedMembers" | "createdAt" | "agentSince"
> & {
  accepted: boolean;
};

export type Documents = {
  /** Hosts, one per line. */
  typed: { hosts: string; open: boolean };
  problem?: HostsProblem;
  saved: boolean;
  filter: DocumentFilter;
  applications: readonly Row[];
  pages: Pages;
};

const example = html`<code>apps.example</code>`;

/** Accepted hosts and known applications. Posts `hosts` and `open`. */
export const documents = (page: AdminPage, view: Documents): string => {
  const { documents: text, sections } = textFor(page.locale).admin;
  return adminLayout(page, {
    title: sections.documents.name,
    problem: view.problem !== undefined,
    content: html`${view.saved && notice(text.notice.saved)}
      <h1>${sections.documents.name}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${view.problem && problem("problem", text.problem)} ${welcome(page, view)}
      <h2 id="seen">${text.seen}</h2>
      ${filters(page.locale, view.filter)}
      ${rowsOr(view.applications, (application) => row(page, application), html`<p class="prose soft">${text.none}</p>`)}
      ${pager(page.locale, text.seen, view.pages)}`,
  });
};

const welcome = (page: AdminPage, { typed, problem: wrong }: Documents): Markup => {
  const { documents: text, save } = textFor(page.locale).admin;
  const isClosed = typed.hosts === "" && !typed.open && wrong === undefined;
  return html`<h2>${text.welcome}</h2>
    ${isClosed && html`<p class="prose">${text.closed}</p>`}
    <form method="post" action="${path}" class="stack">
      ${hidden("csrf", page.csrf)}
      ${textArea({
        name: "hosts",
        label: text.hosts,
        hint: fill(text.hostsHint, { example }),
        problem: wrong && problemText(page.locale, wrong),
        value: typed.hosts,
        rows: 4,
        code: true,
      })}
      ${checkbox({ name: "open", label: text.open, hint: text.openHint, checked: typed.open })}
      <div>${button(save, { look: "primary" })}</div>
    </form>`;
};

const problemText = (locale: Locale, wrong: HostsProblem): string => {
  const { problems } = textFor(locale).admin.documents;
  return wrong.kind === "too_many"
    ? problems.too_many
    : fillPlain(problems.syntax, { line: String(wrong.line), example: "apps.example" });
};

const filters = (locale: Locale, chosen: DocumentFilter): Markup => {
  const { documents: text } = textFor(locale).admin;
  return filterLinks({
    label: text.seen,
    filters: documentFilters,
    chosen,
    text: text.filters,
    href: (filter) => (filter === "all" ? `${path}#seen` : `${path}?state=${filter}#seen`),
  });
};

const row = (page: Dated, application: Row): Markup => {
  const { documents: text } = textFor(page.locale).admin;
  const { id, name, host, connectedMembers, createdAt, accepted, agentSince } = application;
  return html`<li class="row">
    <div class="about">
      <h3><a href="${path}/${id}">${foreign(name)}</a></h3>
      <p class="mono soft foreign">${host}</p>
      <ul class="facts">
        <li>${fillPlain(text.connected, { count: formatNumber(page.locale, connectedMembers) })}</li>
        <li>${fill(text.firstSeen, { time: timestamp(page, createdAt) })}</li>
        ${agentSince !== null && html`<li>${fill(textFor(page.locale).admin.agent.fact, { time: timestamp(page, agentSince) })}</li>`}
      </ul>
      ${!accepted && html`<p class="soft">${text.notAccepted}</p>`}
    </div>
    <p class="here">${text.state[statusOf(application)]}</p>
  </li>`;
};

/** Returns the review status. Blocked takes precedence. */
export const statusOf = ({ state, review }: Pick<MetadataClient, "state" | "review">) =>
  state === "blocked" ? "blocked" : (review ?? "unreviewed");
