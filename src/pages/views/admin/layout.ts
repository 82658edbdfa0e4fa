import { html, raw } from "hono/html";

import { adminSections, type AdminSectionName } from "../../admin/sections.ts";
import { textFor } from "../../text/catalogue.ts";
import { layout } from "../layout.ts";
import { type PageContext, type Person } from "#pages/views/page-context.ts";
import type { Markup } from "../markup.ts";

/** Context of admin pages, with the sections and the current one. */
export type AdminPage = PageContext & {
  member: Person;
  csrf: string;
  section: AdminSectionName;
  sections: readonly AdminSectionName[];
};

/** Layout of admin pages: navigation beside the content, or above it on small screens. */
export const adminLayout = (
  page: AdminPage,
  sheet: { title: string; problem?: boolean; links?: Markup; content: Markup },
): string => layout(page, { ...sheet, width: "admin", beside: navigation(page) });

/** Rendered twice, with one visible: collapsed above the content on small screens. */
const navigation = (page: AdminPage): Markup => {
  const { admin: text } = textFor(page.locale);
  return html`<details class="sections-folded">
      <summary><span class="soft">${text.navigation}</span> ${text.sections[page.section].name}</summary>
      <nav aria-label="${text.navigation}">${groups(page)}</nav>
    </details>
    <nav class="sections" aria-label="${text.navigation}">${groups(page)}</nav>`;
};

const groups = (page: AdminPage): Markup => {
  const { admin: text } = textFor(page.locale);
  return html`${[...new Set(page.sections.map(groupOf))].map(
    (group) =>
      html`<p class="group">${text.groups[group]}</p>
        <ul>
          ${page.sections.filter((name) => groupOf(name) === group).map((name) => html`<li>${link(page, name)}</li>`)}
          ${group === "developers" ? html`<li><a href="/docs">${textFor(page.locale).docs.navigation}</a></li>` : raw("")}
        </ul>`,
  )}`;
};

const groupOf = (name: AdminSectionName) => adminSections[name].group;

const link = (page: AdminPage, name: AdminSectionName): Markup => {
  const current = name === page.section ? raw(' aria-current="true"') : raw("");
  return html`<a href="${adminSections[name].path}" ${current}>${textFor(page.locale).admin.sections[name].name}</a>`;
};
