import { html } from "hono/html";
import type * as z from "zod";
import type { AgreementView } from "#domain/sales/billing/agreement-view.ts";
import type { listMyOrders } from "#domain/sales/payments/member/my-orders.ts";
import { formatId } from "#domain/platform/ids.ts";
import { formatMoney } from "#lib/text/format-money.ts";
import { textFor } from "../../text/catalogue.ts";
import { timestamp } from "../parts/dates.ts";
import { fill, fillPlain, foreign } from "../parts/markup.ts";
import { pager, type Pages } from "../parts/pager.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { subscriptionList } from "./subscriptions.ts";

type Orders = z.output<typeof listMyOrders.output>["orders"];

interface OrdersView {
  /** Recurring payments, on the first page. */
  agreements: readonly AgreementView[];
  orders: Orders;
  pages: Pages;
}

/** GET /orders: the member's own recurring payments and orders, newest first. */
export const ordersPage = (page: PublicContext, { agreements, orders, pages }: OrdersView): string => {
  const { orders: text } = textFor(page.locale).public.checkout;
  return publicLayout(page, {
    title: text.title,
    canonical: undefined,
    content: html`<div class="wrap page">
      <header><h1>${text.title}</h1></header>
      <div class="main narrow">
        ${subscriptionList(page, agreements)}
        ${
          orders.length === 0
            ? html`<p>${text.none}</p>
                <p><a class="button primary" href="/courses">${text.browse}</a></p>`
            : html`<ul class="rows">
                ${orders.map(
                  ({ id, number, names, status, currency, total, placedAt }) =>
                    html`<li class="row">
                      <div class="about">
                        <h2>
                          <a href="/orders/${formatId("order", id)}"
                            >${foreign(names.join(", ") || fillPlain(text.number, { number }))}</a
                          >
                        </h2>
                        <p class="soft">
                          ${text.status[status]} · ${formatMoney(page.locale, { amount: total, currency })} ·
                          ${fill(text.placed, { time: timestamp(page, placedAt) })}
                        </p>
                      </div>
                    </li>`,
                )}
              </ul>`
        }
        ${pager(page.locale, text.title, pages)}
      </div>
    </div>`,
  });
};
