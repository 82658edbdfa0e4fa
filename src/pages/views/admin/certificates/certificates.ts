import { html } from "hono/html";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { day } from "../../parts/dates.ts";
import { button, hidden } from "../../parts/fields.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { certificatesOfCoursesPath } from "./certificates-of-courses.ts";
import { filterField } from "../parts/filter-fields.ts";
import { filterLinks } from "../parts/filter-links.ts";
import { actionLinks } from "../derived/action-links.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { linked } from "../parts/linked-name.ts";
import { rowsOr } from "../parts/rows.ts";

type Text = Catalogue["admin"]["resources"]["certificates"];

export const certificateFilters = ["all", "valid", "revoked"] as const;
export type CertificateFilter = (typeof certificateFilters)[number];

/** With the encoded id: `crt_…`. */
export type CertificateRowView = {
  id: string;
  serial: string;
  status: keyof Text["status"];
  studentName: string | null;
  studentHref?: string | undefined;
  courseName: string;
  courseHref?: string | undefined;
  issuedAt: Date;
};

export type CertificateList = {
  certificates: readonly CertificateRowView[];
  filter: CertificateFilter;
  search: string;
  /** The form that issues one. */
  creation: { label: string; href: string } | undefined;
  pages: Pages;
};

const { path } = adminSections.certificates;

/** Issued certificates, newest first, with a search. */
export const certificateList = (page: AdminPage, view: CertificateList): string => {
  const { certificates: text } = textFor(page.locale).admin.resources;
  return adminLayout(page, {
    title: text.section.name,
    content: html`<h1>${text.section.name}</h1>
      <p class="lead">${text.intro}</p>
      <p><a href="${certificatesOfCoursesPath}">${text.courses}</a></p>
      ${view.creation && actionLinks(page, [view.creation])} ${filters(text, view)}
      ${rowsOr(view.certificates, (certificate) => row(page, certificate), nothing(text, view))}
      ${pager(page.locale, text.section.name, view.pages)}`,
  });
};

const filters = (text: Text, { filter: chosen, search }: CertificateList): Markup =>
  html`${filterLinks({
      label: text.views,
      filters: certificateFilters,
      chosen,
      text: text.filters,
      href: (filter) => `${path}?${new URLSearchParams({ status: filter, ...(search && { search }) }).toString()}`,
    })}
    <form method="get" action="${path}" class="stack">
      ${hidden("status", chosen)}
      ${filterField({ name: "search", type: "text", label: text.search, hint: text.searchHint, value: search })}
      <div>${button(text.apply, { look: "secondary" })}</div>
    </form>`;

/** Leads to the certificates that exist, or to the courses that issue them. */
const nothing = (text: Text, { filter, search }: CertificateList): Markup =>
  filter === "all" && search === ""
    ? html`<p class="prose soft after">${text.none}</p>
        <p class="ways"><a href="${certificatesOfCoursesPath}">${text.courses}</a></p>`
    : html`<p class="prose soft after">${text.noMatch}</p>
        <p class="ways"><a href="${path}">${text.everything}</a></p>`;

const row = (page: AdminPage, certificate: CertificateRowView): Markup => {
  const { certificates: text } = textFor(page.locale).admin.resources;
  const { id, serial, status, studentName, studentHref, courseName, courseHref, issuedAt } = certificate;
  return html`<li class="row">
    <div class="about">
      <h2><a href="${path}/${id}">${studentName === null ? text.unnamed : foreign(studentName)}</a></h2>
      <p>${linked(courseHref, courseName)}</p>
      <ul class="facts">
        <li>${serial}</li>
        <li>${day(page, issuedAt)}</li>
        ${studentHref === undefined ? "" : html`<li><a href="${studentHref}">${text.student}</a></li>`}
      </ul>
    </div>
    <p class="here">${text.status[status]}</p>
  </li>`;
};
