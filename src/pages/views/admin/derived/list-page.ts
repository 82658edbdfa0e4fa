import { html, raw } from "hono/html";

import { fromWire } from "#lib/wire/names.ts";

import type { Notice } from "../../../admin/derived/after-write.ts";
import type { Filter, Filters, ListQuery } from "../../../admin/derived/list-query.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fieldLabel, valueLabel } from "../../../text/fields/texts.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { pager } from "../../parts/pager.ts";
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
  notice: Notice | undefined;
  address: string;
  table: Table;
  filters: Filters;
  asked: ListQuery;
  refusal: string | undefined;
  choices: ReadonlyMap<string, Choices>;
  /** The cursor of the next page. */
  next: string | undefined;
  actions: readonly { href: string; label: string }[];
  /** True if files can be dropped on the list. */
  takesFiles: boolean;
  /** Actions with selected rows. */
  bulk: readonly { name: string; label: string }[];
}

const bulkForm = "selected-rows";

/** A list of resources. */
export const derivedList = (page: AdminPage, view: ListPage): string => {
  const { derived: text } = textFor(page.locale).admin;
  const { table, asked, bulk } = view;
  const isEmpty = table.rows.length === 0;
  const isNarrowed = asked.typed.size > 0;
  return adminLayout(page, {
    title: view.title,
    problem: view.refusal !== undefined,
    links: view.takesFiles || view.notice !== undefined ? islandHead(page) : raw(""),
    content: html`${view.notice === undefined ? raw("") : notice(text.form[view.notice])}
      ${view.back === undefined ? raw("") : html`<p class="back"><a href="${view.back[0]}">${view.back[1]}</a></p>`}
      <div class="head-of-list">
        <h1>${view.title}</h1>
        <ul class="acts">
          ${view.actions.map(({ href, label }, index) => html`<li><a class="button ${index === 0 ? "primary" : "secondary"}" href="${href}">${label}</a></li>`)}
        </ul>
      </div>
      ${view.about === undefined ? raw("") : html`<p class="lead">${view.about}</p>`}
      ${view.takesFiles ? libraryIsland(page, view.address) : raw("")}
      ${view.refusal === undefined ? raw("") : problem("problem", view.refusal)} ${filters(page, view)}
      ${
        isEmpty
          ? html`<p class="prose soft after">${isNarrowed ? text.list.noneFound : text.list.none}</p>`
          : tableView(page, table, {
              caption: view.title,
              sorted: sorting(view),
              form: bulk.length === 0 ? undefined : bulkForm,
            })
      }
      ${isEmpty || bulk.length === 0 ? raw("") : bulkBar(page, view)}
      ${pager(page.locale, view.title, {
        next: view.next === undefined ? undefined : addressWith(view, { cursor: view.next }),
        first: asked.cursor === undefined ? undefined : addressWith(view, {}),
      })}
      ${isEmpty ? raw("") : html`<p class="ways"><a href="${addressWith(view, { format: "csv" })}" download>${text.list.csv}</a></p>`}`,
  });
};

/** The address of the list with the same filters and order. */
const addressWith = ({ address, asked }: ListPage, more: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams([
    ...asked.typed,
    ...(asked.sort === undefined ? [] : [["sort", asked.sort] as [string, string]]),
  ]);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return query.size === 0 ? address : `${address}?${query.toString()}`;
};

const sorting =
  (view: ListPage) =>
  (name: string): { href: string; direction: "ascending" | "descending" | undefined } | undefined => {
    const { orders } = view.filters;
    if (!orders.has(name)) return undefined;
    const { sort } = view.asked;
    const direction = sort === name ? "ascending" : sort === `-${name}` ? "descending" : undefined;
    return { href: addressWith(view, { sort: direction === "ascending" ? `-${name}` : name }), direction };
  };

const filters = (page: AdminPage, view: ListPage): Markup => {
  const { list, hasSearch } = view.filters;
  const { typed, sort } = view.asked;
  if (list.length === 0 && !hasSearch) return raw("");
  const { list: text } = textFor(page.locale).admin.derived;
  const search = hasSearch
    ? filterField({ name: "q", type: "text", label: text.search, value: typed.get("q") ?? "" })
    : raw("");
  const isOpen = [...typed.keys()].some((name) => name !== "q");
  const buttons = html`<div class="actions">
    ${button(text.find, { look: "secondary" })}
    ${typed.size === 0 ? raw("") : html`<a href="${view.address}">${text.reset}</a>`}
  </div>`;
  return html`<form method="get" action="${view.address}" class="narrow" role="search">
    ${sort === undefined ? raw("") : hidden("sort", sort)} ${search}
    ${
      list.length === 0
        ? raw("")
        : html`<details ${isOpen ? raw("open") : raw("")}>
            <summary>${text.filters}</summary>
            <div class="filters">${list.map((filter) => filterView(page, view, filter))}</div>
          </details>`
    }
    ${buttons}
  </form>`;
};

const filterView = (page: AdminPage, { asked, choices, table }: ListPage, { field, parameters }: Filter): Markup => {
  const { list: text, detail } = textFor(page.locale).admin.derived;
  const camel = `${table.shown.texts}.${fromWire(field.name)}`;
  const label = fieldLabel(page.locale, camel);
  const { control } = field;
  const select = (options: readonly (readonly [string, string])[]) =>
    filterSelect({
      name: field.name,
      label,
      value: asked.typed.get(field.name) ?? "",
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
      const known = choices.get(control.of);
      if (known?.options) return select(known.options);
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
          value: asked.typed.get(name) ?? "",
        }),
      )}`;
    }
    default:
  }
  return filterField({ name: field.name, type: "text", label, value: asked.typed.get(field.name) ?? "" });
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
