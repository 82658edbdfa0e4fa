import { html } from "hono/html";

import type { OrderRecord } from "#domain/sales/orders/order.ts";
import { formatId } from "#domain/platform/ids.ts";
import { formatMoney } from "#lib/text/format-money.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { filterLinks } from "../parts/filter-links.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { recordSalePath } from "./record-sale.ts";

export const orderFilters = ["attention", "pending", "paid", "all"] as const;
export type OrderFilter = (typeof orderFilters)[number];

type OrderRow = Pick<OrderRecord, "id" | "number" | "status" | "currency" | "total" | "placedAt" | "name"> & {
  email?: string | undefined;
};

interface OrderList {
  orders: readonly OrderRow[];
  filter: OrderFilter;
  pages: Pages;
}

const { path } = adminSections.orders;

/** Orders by state, newest first. */
export const orderList = (page: AdminPage, view: OrderList): string => {
  const { orders: text } = textFor(page.locale).admin.resources;
  return adminLayout(page, {
    title: text.section.name,
    content: html`<h1>${text.section.name}</h1>
      <p>
        <a href="${recordSalePath}">${text.record.title}</a> ·
        <a href="${adminSections.payments.path}">${text.settings}</a>
      </p>
      ${filterLinks({
        label: text.views,
        filters: orderFilters,
        chosen: view.filter,
        text: text.filters,
        href: (filter) => `${path}?status=${filter}`,
      })}
      ${
        view.orders.length === 0
          ? html`<p class="prose soft after">${text.none[view.filter]}</p>`
          : html`<ul class="rows">
              ${view.orders.map((order) => row(page, order))}
            </ul>`
      }
      ${pager(page.locale, text.section.name, view.pages)}`,
  });
};

const row = (page: AdminPage, { id, number, status, currency, total, placedAt, name, email }: OrderRow): Markup => {
  const { checkout } = textFor(page.locale).public;
  return html`<li class="row">
    <div class="about">
      <h2><a href="${path}/${formatId("order", id)}">${foreign(name ?? email ?? number)}</a></h2>
      <ul class="facts">
        <li>${number}</li>
        <li>${formatMoney(page.locale, { amount: total, currency })}</li>
        <li>${timestamp(page, placedAt)}</li>
      </ul>
    </div>
    <p class="here">${checkout.orders.status[status]}</p>
  </li>`;
};
