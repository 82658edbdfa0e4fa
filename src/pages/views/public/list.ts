import { html, raw } from "hono/html";
import type { Offered } from "#domain/public-catalog/pages/page-shell.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { pager, type Pages } from "../parts/pager.ts";
import { type Card, cardGrid } from "./cards.ts";
import { lists, publicLayout } from "./frame.ts";
import { filterFields, type ListFilters } from "./list-filters.ts";
import type { PublicContext } from "./public-context.ts";
import { crumbTrail } from "./parts.ts";
import { breadcrumbList, itemList } from "./structured-data.ts";

export interface List {
  kind: keyof Offered;
  cards: readonly Card[];
  pages: Pages;
  /** Search text, if the list is searchable. */
  query?: string | undefined;
  /** True if no item has all words of the search. */
  similar?: boolean | undefined;
  searchable: boolean;
  filters?: ListFilters | undefined;
  topic?: string | undefined;
  /** For events: past events. */
  past?: boolean | undefined;
  indexed: boolean;
}

/** One page of a list, with search. */
export const list = (page: PublicContext, view: List): string => {
  const { public: text } = textFor(page.locale);
  const { kind, cards, pages, query, topic } = view;
  const title = text.kinds[kind];
  const path = lists[kind];
  const home = { name: text.home, path: "/" };
  const isFiltered = Object.values(view.filters?.chosen ?? {}).some((value) => value !== undefined);
  const isWhole = query === undefined && topic === undefined && pages.first === undefined && !view.past && !isFiltered;
  return publicLayout(page, {
    title,
    description: `${title} – ${page.site.name}`,
    canonical: view.indexed && isWhole ? path : undefined,
    markdown: `${path}.md`,
    data: [
      breadcrumbList(page.site.origin, [home, { name: title, path }]),
      ...(cards.length === 0 ? [] : [itemList(page.site.origin, { name: title, path, items: cards })]),
    ],
    content: html`<div class="wrap page">
      <header>
        ${crumbTrail(page, [home])}
        <h1>${title}</h1>
        ${view.searchable && (cards.length > 0 || query !== undefined || isFiltered) && searchForm(page, view)}
        ${narrowed(page, view)}
      </header>
      ${cards.length > 0 ? cardGrid(cards, "h2") : html`<p class="soft">${query === undefined && !isFiltered ? text.list.none : text.list.nothing}</p>`}
      ${pager(page.locale, title, pages)}
    </div>`,
  });
};

const searchForm = (page: PublicContext, { kind, query, filters }: List): Markup => {
  const { list: text, kinds } = textFor(page.locale).public;
  const label = fillPlain(text.search, { kind: kinds[kind].toLowerCase() });
  return html`<form class="seek" role="search" method="get" action="${lists[kind]}">
    <label class="hidden" for="q">${label}</label>
    <input id="q" name="q" type="search" maxlength="200" placeholder="${label}" value="${query ?? ""}" />
    <button type="submit" class="button secondary">${text.find}</button>
    ${filters !== undefined && foldedFilters(page, filters)}
  </form>`;
};

/** Filters that few use on a phone: open if one is chosen. */
const foldedFilters = (page: PublicContext, filters: ListFilters): Markup => {
  const { filters: text } = textFor(page.locale).public.list;
  const isChosen = Object.values(filters.chosen).some((value) => value !== undefined);
  return html`<details class="narrowing" ${isChosen && raw("open")}>
    <summary>${text.title}</summary>
    ${filterFields(page, filters)}
    <p class="ways">
      <button type="submit" class="button secondary">${text.apply}</button>
      ${isChosen && html`<a href="${lists.courses}">${textFor(page.locale).public.list.showAll}</a>`}
    </p>
  </details>`;
};

/** Active filters with a link to clear them. */
const narrowed = (page: PublicContext, { kind, query, similar, topic, past }: List): Markup => {
  const { list: text } = textFor(page.locale).public;
  const all = html`<a href="${lists[kind]}">${text.showAll}</a>`;
  if (query !== undefined)
    return html`<p class="found">
      <span>${fill(similar ? text.similar : text.found, { query: foreign(query) })}</span> ${all}
    </p>`;
  if (topic !== undefined)
    return html`<p class="found"><span>${fill(text.topic, { topic: foreign(topic) })}</span> ${all}</p>`;
  if (kind !== "events") return raw("");
  return past
    ? html`<p class="found">${text.past} <a href="/events">${text.coming}</a></p>`
    : html`<p class="found"><a href="/events?past=1">${text.past}</a></p>`;
};
