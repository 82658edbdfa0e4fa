import { html, raw } from "hono/html";
import type { Offered } from "#domain/public-catalog/pages/page-shell.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { type Card, cardGrid } from "./cards.ts";
import { lists, publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";

export interface SearchView {
  /** Empty before the first search. */
  query: string;
  sections: readonly { kind: keyof Offered; cards: readonly Card[]; hasMore: boolean }[];
  /** Results of kinds whose lists have no search, or similar results. */
  others: readonly Card[];
  /** True if no item has all words of the search: `others` has some of them, or similar words. */
  similar: boolean;
}

/** Search over everything that the school shows to the public. Not indexed. */
export const search = (page: PublicContext, view: SearchView): string => {
  const { search: text } = textFor(page.locale).public;
  return publicLayout(page, {
    title: view.query === "" ? text.title : fillPlain(text.found, { query: view.query }),
    canonical: undefined,
    content: html`<div class="wrap page">
      <header>
        <h1>${view.query === "" ? text.lead : text.title}</h1>
        <form class="seek" role="search" method="get" action="/search">
          <label class="hidden" for="q">${text.label}</label>
          <input id="q" name="q" type="search" maxlength="200" placeholder="${text.label}" value="${view.query}" />
          <button type="submit" class="button secondary">${text.title}</button>
        </form>
        ${view.query !== "" && html`<p class="found" role="status">${outcome(page, view)}</p>`}
      </header>
      ${results(page, view)}
    </div>`,
  });
};

const outcome = ({ locale }: PublicContext, { query, sections, others, similar }: SearchView): Markup => {
  const { search: text } = textFor(locale).public;
  const isFound = sections.length > 0 || others.length > 0;
  return html`<span
    >${fill(isFound ? (similar ? text.similar : text.found) : text.nothing, { query: foreign(query) })}</span
  >`;
};

const results = (page: PublicContext, { sections, others, query, similar }: SearchView): Markup => {
  const { search: text, kinds } = textFor(page.locale).public;
  if (sections.length === 0 && others.length === 0) return everyList(page);
  const address = new URLSearchParams({ q: query }).toString();
  return html`<div class="results">
    ${sections.map(
      ({ kind, cards, hasMore }) =>
        html`<section aria-labelledby="${kind}">
          <h2 id="${kind}">${kinds[kind]}</h2>
          ${cardGrid(cards, "h3")}
          ${hasMore && html`<p class="ways"><a href="${lists[kind]}?${address}">${fillPlain(text.allOf, { kind: kinds[kind] })}</a></p>`}
        </section>`,
    )}
    ${
      others.length !== 0 &&
      html`<section aria-labelledby="others">
        <h2 id="others" ${similar ? raw('class="hidden"') : ""}>${text.others}</h2>
        ${cardGrid(others, "h3")}
      </section>`
    }
  </div>`;
};

/** Links to the lists that the school has, as the next step without results. */
const everyList = ({ locale, shell: { offered } }: PublicContext): Markup => {
  const { all } = textFor(locale).public;
  return html`<ul class="ways">
    ${typedKeys(lists)
      .filter((kind) => offered[kind])
      .map((kind) => html`<li><a href="${lists[kind]}">${all[kind]}</a></li>`)}
  </ul>`;
};
