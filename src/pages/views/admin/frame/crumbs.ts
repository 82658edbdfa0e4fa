import { html, raw } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../admin-page.ts";

/** The way to a page: its group and section, the resources that it belongs to, and its title. */
export const crumbsView = (
  page: AdminPage,
  title: string,
  parents: readonly (readonly [href: string, name: string])[],
): Markup => {
  const { console: text, derived } = textFor(page.locale).admin;
  const group = page.navigation.find(({ entries }) => entries.some(({ href }) => href === page.section));
  const section = group?.entries.find(({ href }) => href === page.section);
  if (!group || !section || page.section === "/admin") return raw("");
  const isSection = section.name === title;
  const above = parents.filter(([href]) => href !== section.href);
  return html`<nav class="crumbs" aria-label="${text.crumbs}">
    <ol>
      ${derived.jobs[group.name] !== section.name && html`<li>${derived.jobs[group.name]}</li>`}
      ${!isSection && [[section.href, section.name] as const, ...above].map(([href, name]) => html`<li><a href="${href}">${foreign(name)}</a></li>`)}
      <li aria-current="page">${foreign(title)}</li>
    </ol>
  </nav>`;
};
