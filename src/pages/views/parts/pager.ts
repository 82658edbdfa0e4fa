import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain, type Markup } from "./markup.ts";

/** Links to the next page and, on later pages, the first page. */
export type Pages = { next?: string | undefined; first?: string | undefined };

/** Pagination links, if there are further pages. `list` is the heading of the list. */
export const pager = (locale: Locale, list: string, { next, first }: Pages): Markup => {
  const { frame } = textFor(locale);
  return next === undefined && first === undefined
    ? raw("")
    : html`<nav class="pager" aria-label="${fillPlain(frame.pagesOf, { list })}">
        <ul class="inline">
          ${link(first, frame.firstPage)} ${link(next, frame.nextPage)}
        </ul>
      </nav>`;
};

const link = (address: string | undefined, label: string): Markup =>
  address === undefined ? raw("") : html`<li><a href="${address}">${label}</a></li>`;
