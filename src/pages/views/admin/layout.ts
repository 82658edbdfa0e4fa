import { html, raw } from "hono/html";

import type { NavigationGroup } from "../../admin/navigation.ts";
import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import type { Markup } from "../parts/markup.ts";

/** Context of admin pages, with the navigation and the section that the page belongs to. */
export type AdminPage = PageContext & {
  member: Person;
  csrf: string;
  /** The address of the section. */
  section: string;
  navigation: readonly NavigationGroup[];
  /** For pages with islands. */
  islands?: { person: string; savedCookie: string };
};

/** Layout of admin pages: navigation beside the content, or above it on small screens. */
export const adminLayout = (
  page: AdminPage,
  sheet: { title: string; problem?: boolean; links?: Markup; content: Markup },
): string => layout(page, { ...sheet, width: "admin", beside: navigation(page) });

/** Rendered twice, with one visible: collapsed above the content on small screens. */
const navigation = (page: AdminPage): Markup => {
  const { admin: text } = textFor(page.locale);
  const current = page.navigation.flatMap(({ entries }) => entries).find(({ href }) => href === page.section);
  return html`<details class="sections-folded">
      <summary><span class="soft">${text.navigation}</span> ${current?.name ?? ""}</summary>
      <nav aria-label="${text.navigation}">${groups(page)}</nav>
    </details>
    <nav class="sections" aria-label="${text.navigation}">${groups(page)}</nav>`;
};

/** The group of the page is open. */
const groups = (page: AdminPage): Markup => {
  const { derived } = textFor(page.locale).admin;
  return html`${page.navigation.map(
    ({ name, entries }) =>
      html`<details class="group" ${isOpen(page, { name, entries }) ? raw("open") : raw("")}>
        <summary>${derived.jobs[name]}</summary>
        <ul>
          ${entries.map((entry) => html`<li>${link(page, entry)}</li>`)}
          ${name === "developers" ? html`<li><a href="/docs">${textFor(page.locale).docs.navigation}</a></li>` : raw("")}
        </ul>
      </details>`,
  )}`;
};

const isOpen = (page: AdminPage, { name, entries }: NavigationGroup): boolean =>
  name === "today" || entries.some(({ href }) => href === page.section);

const link = (page: AdminPage, { href, name }: NavigationGroup["entries"][number]): Markup => {
  const current = href === page.section ? raw(' aria-current="true"') : raw("");
  return html`<a href="${href}" ${current}>${name}</a>`;
};
