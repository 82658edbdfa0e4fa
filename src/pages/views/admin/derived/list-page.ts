import { html, raw } from "hono/html";

import { numberFormat } from "#lib/text/formats.ts";
import { fromWire } from "#lib/wire/names.ts";

import type { Notice } from "../../../admin/derived/after-write.ts";
import type { Filter, Filters, ListQuery } from "../../../admin/derived/list-query.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fieldLabel, valueLabel } from "../../../text/fields/texts.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { filterField, filterSelect } from "../parts/filter-fields.ts";
import { islandHead, libraryIsland } from "../islands.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { type Table, tableView } from "./table.ts";
import type { Choices } from "./form-controls.ts";

export interface ListPage {
  title: string;
  about: string | undefined;
  /** The resource that the list belongs to. */
  back: readonly [href: string, name: string] | undefined;
  /** The page above `back`, if that has no section of its own. */
  above?: readonly [href: string, name: string] | undefined;
  notice: Notice | undefined;
  address: string;
  table: Table;
  filters: Filters;
  listQuery: ListQuery;
  refusal: string | undefined;
  choices: ReadonlyMap<string, Choices>;
  total: Total | undefined;
  /** The parameters of the pages beside this one. */
  pages: Record<"first" | "previous" | "next", Readonly<Record<string, string>> | undefined>;
  actions: readonly { href: string; label: string }[];
  /** True if files can be dropped on the list. */
  takesFiles: boolean;
  /** Actions with selected rows. */
  bulk: readonly { name: string; label: string }[];
}

/** The number of entries. `isMore`: at least one more than were counted. */
export interface Total {
  count: number;
  isMore: boolean;
}

const bulkForm = "selected-rows";

export const derivedList = (page: AdminPage, view: ListPage): string => {
  const { derived: text } = textFor(page.locale).admin;
  const { table, listQuery, bulk } = view;
  const isEmpty = table.rows.length === 0;
  const isNarrowed = listQuery.typed.size > 0;
  return adminLayout(page, {
    title: view.title,
    problem: view.refusal !== undefined,
    links: view.takesFiles || view.notice !== undefined ? islandHead(page) : raw(""),
    parent: view.back,
    above: view.above,
    content: html`${view.notice !== undefined && notice(text.form[view.notice])}
      <div class="head-of-list">
        <h1>${view.title} ${totalView(page, view)}</h1>
        ${!(isEmpty && !isNarrowed) && actions(view)}
      </div>
      ${view.about !== undefined && !(isEmpty && !isNarrowed) && html`<p class="lead">${view.about}</p>`}
      ${view.takesFiles && libraryIsland(page, view.address)}
      ${view.refusal !== undefined && problem("problem", view.refusal)}
      ${!(isEmpty && !isNarrowed && view.refusal === undefined) && filters(page, view)}
      ${
        isEmpty
          ? emptyView(page, view)
          : tableView(page, table, {
              caption: view.title,
              sorted: sorting(view),
              form: bulk.length === 0 ? undefined : bulkForm,
            })
      }
      ${!isEmpty && bulk.length !== 0 && bulkBar(page, view)}
      ${!(isEmpty && view.listQuery.cursor === undefined) && footOfList(page, view)}`,
  });
};

const actions = ({ actions: list }: ListPage): Markup =>
  list.length === 0
    ? raw("")
    : html`<ul class="acts">
        ${list.toReversed().map(({ href, label }, index) => html`<li><a class="button ${index === list.length - 1 ? "primary" : "secondary"}" href="${href}">${label}</a></li>`)}
      </ul>`;

const totalView = ({ locale }: AdminPage, { total }: ListPage): Markup => {
  if (total === undefined) return raw("");
  const { list: text } = textFor(locale).admin.derived;
  const count = numberFormat(locale, {}).format(total.count);
  return html`<span class="total">${total.isMore ? fillPlain(text.moreThan, { count }) : count}</span>`;
};

/** The purpose of the list, and the way to its first entry. */
const emptyView = (page: AdminPage, view: ListPage): Markup => {
  const { list: text } = textFor(page.locale).admin.derived;
  if (view.listQuery.typed.size > 0)
    return html`<div class="empty">
      <p>${text.noneFound}</p>
      <p><a href="${view.address}">${text.reset}</a></p>
    </div>`;
  return html`<div class="empty">
    <p>${view.about !== undefined && html`${view.about} `}<span class="soft">${text.none}</span></p>
    ${actions(view)}
    <p><a href="/docs">${text.guide}</a></p>
  </div>`;
};

/** The rows that the page shows, the pages beside it, and the list as a file. */
const footOfList = (page: AdminPage, view: ListPage): Markup => {
  const { frame, admin } = textFor(page.locale);
  const { list: text } = admin.derived;
  const { listQuery, pages, table, total } = view;
  const number = (value: number) => numberFormat(page.locale, {}).format(value);
  const range = { from: number(listQuery.from), until: number(listQuery.from + table.rows.length - 1) };
  const link = (query: Readonly<Record<string, string>> | undefined, label: string) =>
    query === undefined ? raw("") : html`<li><a href="${addressWith(view, query)}">${label}</a></li>`;
  const hasPages = Object.values(pages).some((one) => one !== undefined);
  return html`<div class="under-list">
    <p>
      ${total !== undefined && table.rows.length !== 0 && fillPlain(total.isMore ? text.rangeOfMany : text.range, { ...range, count: number(total.count) })}
    </p>
    ${
      hasPages &&
      html`<nav class="pager" aria-label="${fillPlain(frame.pagesOf, { list: view.title })}">
        <ul class="inline">
          ${link(pages.first, frame.firstPage)} ${link(pages.previous, text.previousPage)}
          ${link(pages.next, frame.nextPage)}
        </ul>
      </nav>`
    }
    <p><a href="${addressWith(view, { format: "csv" })}">${text.csv}</a></p>
  </div>`;
};

/** The address of the list with the same filters and order. */
const addressWith = ({ address, listQuery }: ListPage, more: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams([
    ...listQuery.typed,
    ...(listQuery.sort === undefined ? [] : [["sort", listQuery.sort] as [string, string]]),
  ]);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return query.size === 0 ? address : `${address}?${query.toString()}`;
};

const sorting =
  (view: ListPage) =>
  (name: string): { href: string; direction: "ascending" | "descending" | undefined } | undefined => {
    const { orders } = view.filters;
    if (!orders.has(name)) return undefined;
    const { sort } = view.listQuery;
    const direction = sort === name ? "ascending" : sort === `-${name}` ? "descending" : undefined;
    return { href: addressWith(view, { sort: direction === "ascending" ? `-${name}` : name }), direction };
  };

const filters = (page: AdminPage, view: ListPage): Markup => {
  const { list, hasSearch } = view.filters;
  const { typed, sort } = view.listQuery;
  if (list.length === 0 && !hasSearch) return raw("");
  const { list: text } = textFor(page.locale).admin.derived;
  const filterCount = [...typed.keys()].filter((name) => name !== "q").length;
  const search = hasSearch
    ? html`<input
          class="seek-in-list"
          type="search"
          name="q"
          value="${typed.get("q") ?? ""}"
          maxlength="200"
          autocomplete="off"
          aria-label="${text.search}"
          placeholder="${text.search}"
        />
        ${button(text.search, { look: "secondary" })}`
    : raw("");
  return html`<form
    method="get"
    action="${view.address}"
    class="narrow-bar"
    role="search"
    aria-label="${text.search}: ${view.title}"
  >
    ${sort !== undefined && hidden("sort", sort)} ${search}
    ${
      list.length !== 0 &&
      html`<details ${filterCount > 0 && raw("open")}>
        <summary>${text.filters} ${filterCount !== 0 && html`<span class="count">${filterCount}</span>`}</summary>
        <div class="filters">
          ${list.map((filter) => filterView(page, view, filter))}
          <div class="actions">${button(text.find, { look: "secondary" })}</div>
        </div>
      </details>`
    }
    ${typed.size !== 0 && html`<a href="${view.address}">${text.reset}</a>`}
  </form>`;
};

const filterView = (
  page: AdminPage,
  { listQuery, choices, table }: ListPage,
  { field, parameters }: Filter,
): Markup => {
  const { list: text, detail } = textFor(page.locale).admin.derived;
  const camel = `${table.shown.texts}.${fromWire(field.name)}`;
  const label = fieldLabel(page.locale, camel);
  const { control } = field;
  const select = (options: readonly (readonly [string, string])[]) =>
    filterSelect({
      name: field.name,
      label,
      value: listQuery.typed.get(field.name) ?? "",
      options: [["", text.any], ...options],
    });
  switch (control.kind) {
    case "several":
    case "select":
      return select(control.values.map((value) => [value, valueLabel(page.locale, camel, value)]));
    case "switch":
      return select([
        ["true", detail.yes],
        ["false", detail.no],
      ]);
    case "references":
    case "reference": {
      const choicesOfKind = choices.get(control.of);
      if (choicesOfKind?.options) return select(choicesOfKind.options);
      break;
    }
    case "group": {
      const [from = "", until = ""] = parameters;
      return html`${[
        [from, text.from],
        [until, text.until],
      ].map(([name = "", words = ""]) =>
        filterField({
          name,
          type: "date",
          label: fillPlain(words, { name: label }),
          value: listQuery.typed.get(name) ?? "",
        }),
      )}`;
    }
    case "json":
    case "lines":
    case "money":
    case "number":
    case "pairs":
    case "rows":
    case "text":
    case "time":
    case "variants":
      break;
  }
  return filterField({ name: field.name, type: "text", label, value: listQuery.typed.get(field.name) ?? "" });
};

const bulkBar = (page: AdminPage, { address, bulk }: ListPage): Markup => {
  const { list: text } = textFor(page.locale).admin.derived;
  return html`<form method="post" action="${address}" id="${bulkForm}" class="bulk">
    ${hidden("csrf", page.csrf)}
    <label for="act">${text.selected}</label>
    <select id="act" name="act">
      <option value=""></option>
      ${bulk.map(({ name, label }) => html`<option value="${name}">${label}</option>`)}
    </select>
    ${button(text.apply, { look: "secondary" })}
  </form>`;
};
