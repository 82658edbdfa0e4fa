import { html, raw } from "hono/html";

import type { Markup } from "../../parts/markup.ts";

interface FilterLinks<Name extends string> {
  /** The accessible name of the navigation. */
  label: string;
  filters: readonly Name[];
  chosen: Name;
  text: Record<Name, string>;
  href: (filter: Name) => string;
}

/** Links to the same list with another filter, such as a status. */
export const filterLinks = <Name extends string>({ label, filters, chosen, text, href }: FilterLinks<Name>): Markup =>
  html`<nav class="views" aria-label="${label}">
    <ul class="inline">
      ${filters.map(
        (filter) =>
          html`<li>
            <a href="${href(filter)}" ${filter === chosen && raw('aria-current="true"')}>${text[filter]}</a>
          </li>`,
      )}
    </ul>
  </nav>`;
