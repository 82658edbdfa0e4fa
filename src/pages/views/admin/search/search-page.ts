import { html } from "hono/html";

import type { HitGroup } from "#pages/admin/palette/search-hit.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fill, fillPlain, foreign } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

/** GET /admin/search: what matches a text, by kind. */
export const searchPage = (page: AdminPage, text: string, groups: readonly HitGroup[]): string => {
  const { search } = textFor(page.locale).admin.console;
  return adminLayout(page, {
    title: text === "" ? search.title : fillPlain(search.results, { text }),
    content: html`<h1>${text === "" ? search.title : fill(search.results, { text: foreign(text) })}</h1>
      ${
        groups.length <= 0 &&
        html`<p class="lead">${text === "" ? search.empty : fill(search.none, { text: foreign(text) })}</p>`
      }
      ${groups.map(
        ({ name, hits, more }) =>
          html`<section>
            <h2>${name}</h2>
            <ul class="hits">
              ${hits.map(
                ({ name: label, href, detail }) =>
                  html`<li>
                    <a href="${href}">${foreign(label)}</a
                    >${detail !== undefined && detail !== label && html` <span class="soft">${foreign(detail)}</span>`}
                  </li>`,
              )}
            </ul>
            ${more !== undefined && html`<p class="ways"><a href="${more}">${fillPlain(search.all, { name: page.locale === "en" ? name.toLowerCase() : name })}</a></p>`}
          </section>`,
      )}`,
  });
};
