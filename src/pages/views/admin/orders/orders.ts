import { html } from "hono/html";

import type { OrderRecord } from "#domain/sales/orders/order.ts";
import { formatMoney } from "#lib/text/format-money.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { filterLinks } from "../parts/filter-links.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import type { FoundBy } from "../../../admin/orders/find-orders.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { filterField } from "../parts/filter-fields.ts";
import { recordSalePath } from "./record-sale.ts";

export const orderFilters = ["attention", "pending", "paid", "all"] as const;
export type OrderFilter = (typeof orderFilters)[number];

/** An order with encoded IDs. */
export type OrderRow = Pick<OrderRecord, "id" | "number" | "status" | "placedAt" | "memberId"> & {
  total: { amount: number; currency: string };
  /** Null without the right to read members. */
  buyer: string | null;
  /** Names of the items. */
  items: readonly string[];
};

export interface OrderList {
  orders: readonly OrderRow[];
  filter: OrderFilter;
  query: string;
  /** Things that the text matches. */
  found: { by: FoundBy; others: readonly FoundBy[] } | undefined;
  /** The member whose orders are listed. */
  memberId: string | undefined;
  pages: Pages;
}

const { path } = adminSections.orders;

/** Orders by state, newest first. */
export const orderList = (page: AdminPage, view: OrderList): string => {
  const { orders: text } = textFor(page.locale).admin.resources;
  const isNarrowed = view.query !== "" || view.memberId !== undefined;
  return adminLayout(page, {
    title: text.section.name,
    content: html`<div class="head-of-list">
        <h1>${text.section.name}</h1>
        <ul class="acts">
          <li><a class="button primary" href="${recordSalePath}">${text.record.title}</a></li>
          <li><a class="button secondary" href="${adminSections.payments.path}">${text.settings}</a></li>
        </ul>
      </div>
      ${search(page, view)}
      ${filterLinks({
        label: text.views,
        filters: orderFilters,
        chosen: view.filter,
        text: text.filters,
        href: (filter) => addressOf(view, { status: filter }),
      })}
      ${view.found && meaning(page, view, view.found)}
      ${
        view.orders.length === 0
          ? html`<p class="prose soft after">${isNarrowed ? text.noneFound : text.none[view.filter]}</p>`
          : table(page, view.orders)
      }
      ${pager(page.locale, text.section.name, view.pages)}`,
  });
};

const addressOf = ({ query, memberId }: OrderList, more: Record<string, string>): string =>
  `${path}?${new URLSearchParams({ ...(query && { q: query }), ...(memberId && { member_id: memberId }), ...more }).toString()}`;

const search = (page: AdminPage, { filter, query, memberId }: OrderList): Markup => {
  const { resources, derived } = textFor(page.locale).admin;
  return html`<form method="get" action="${path}" class="narrow" role="search">
    ${hidden("status", filter)} ${memberId !== undefined && hidden("member_id", memberId)}
    ${filterField({ name: "q", type: "text", label: resources.orders.search, value: query })}
    <div class="actions">
      ${button(derived.list.find, { look: "secondary" })}
      ${!(query === "" && memberId === undefined) && html`<a href="${path}">${derived.list.reset}</a>`}
    </div>
  </form>`;
};

/** Says what the text was taken for, and leads to what else it matches. */
const meaning = (page: AdminPage, view: OrderList, { by, others }: NonNullable<OrderList["found"]>): Markup => {
  const { foundBy: text } = textFor(page.locale).admin.resources.orders;
  const link = (other: FoundBy) =>
    html` <a href="${addressOf(view, { status: view.filter, by: other })}">${text.others[other]}</a>`;
  return html`<p class="soft">${fillPlain(text[by], { text: view.query })}${others.map(link)}</p>`;
};

const table = (page: AdminPage, orders: readonly OrderRow[]): Markup => {
  const { orders: text } = textFor(page.locale).admin.resources;
  return html`<div class="wide-table" tabindex="0" role="region" aria-label="${text.section.name}">
    <table class="grid">
      <thead>
        <tr>
          <th scope="col">${text.number}</th>
          <th scope="col">${text.buyer}</th>
          <th scope="col">${text.items}</th>
          <th scope="col">${text.total}</th>
          <th scope="col">${text.state}</th>
          <th scope="col">${text.placed}</th>
        </tr>
      </thead>
      <tbody>
        ${orders.map((order) => row(page, order))}
      </tbody>
    </table>
  </div>`;
};

const row = (page: AdminPage, { id, number, status, total, placedAt, memberId, buyer, items }: OrderRow): Markup => {
  const { checkout } = textFor(page.locale).public;
  const person = html`<a href="${adminSections.members.path}/${memberId}">${foreign(buyer ?? memberId)}</a>`;
  return html`<tr>
    <th scope="row"><a href="${path}/${id}">${foreign(number)}</a></th>
    <td>${person}</td>
    <td>${items.map((name, index) => html`${index === 0 ? "" : " · "}${foreign(name)}`)}</td>
    <td>${formatMoney(page.locale, total)}</td>
    <td>${checkout.orders.status[status]}</td>
    <td>${timestamp(page, placedAt)}</td>
  </tr>`;
};
