import { html, raw } from "hono/html";

import type { NavigationGroup } from "#pages/admin/navigation.ts";
import { textFor } from "#pages/text/catalogue.ts";
import type { Markup } from "#pages/views/parts/markup.ts";
import type { AdminPage } from "../admin-page.ts";

/** The navigation: open at the side of wide windows, collapsed above the content of others. */
export const railView = (page: AdminPage): Markup => {
  const { admin: text } = textFor(page.locale);
  const current = page.navigation.flatMap(({ entries }) => entries).find(({ href }) => href === page.section);
  return html`<details class="rail">
    <summary><span class="soft">${text.console.menu}</span> ${current?.name ?? ""}</summary>
    <nav aria-label="${text.navigation}">${page.navigation.map((group) => groupView(page, group))}</nav>
  </details>`;
};

/** The group of the page is open. */
const groupView = (page: AdminPage, { name, entries }: NavigationGroup): Markup => {
  const { derived } = textFor(page.locale).admin;
  const isOpen = name === "today" || entries.some(({ href }) => href === page.section);
  return html`<details class="group" ${isOpen && raw("open")}>
    <summary>${derived.jobs[name]}</summary>
    <ul>
      ${entries.map((entry) => html`<li>${link(page, entry)}</li>`)}
      ${name === "developers" && html`<li><a href="/docs">${textFor(page.locale).docs.navigation}</a></li>`}
    </ul>
  </details>`;
};

const link = (page: AdminPage, { href, name }: NavigationGroup["entries"][number]): Markup => {
  const current = href === page.section ? raw(' aria-current="true"') : raw("");
  return html`<a href="${href}" ${current}>${name}</a>`;
};
