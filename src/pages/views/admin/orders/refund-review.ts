import { html } from "hono/html";

import type { StaffOrder } from "#domain/sales/payments/staff/read-orders.ts";
import type { RefundPreview } from "#domain/sales/payments/staff/refund-order.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { RefundAccess } from "#domain/site/selling/refund-access.ts";
import { formatMoney } from "#lib/text/format-money.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { listEntry } from "#pages/views/parts/list-entry.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { rowsOr } from "../parts/rows.ts";

export interface RefundReviewView {
  order: StaffOrder;
  preview: RefundPreview;
  /** Input of staff, posted again to confirm it. */
  typed: { amount: string; access?: RefundAccess | undefined; reason?: string | undefined };
}

/** Shows the effects of a refund. Posts `act=refund`. */
export const refundReview = (page: AdminPage, { order, preview, typed }: RefundReviewView): string => {
  const { orders } = textFor(page.locale).admin.resources;
  const { review: text, byHand } = orders.refund;
  const { amount, currency, items } = preview;
  const title = fillPlain(text.title, { number: order.number });
  const address = `${adminSections.orders.path}/${formatId("order", order.id)}`;
  const money = formatMoney(page.locale, { amount, currency });
  return adminLayout(page, {
    title,
    content: html`<p><a href="${address}">${fillPlain(orders.title, { number: order.number })}</a></p>
      <h1>${title}</h1>
      <dl class="entries">
        ${listEntry(text.amount, money)} ${listEntry(orders.buyer, foreign(order.name ?? order.email))}
        ${typed.reason !== undefined && listEntry(orders.refund.reason, foreign(typed.reason))}
      </dl>
      ${preview.isByHand && html`<p class="prose"><strong>${byHand}</strong></p>`}
      <h2>${orders.refund.access}</h2>
      ${rowsOr(
        items,
        ({ name, after, keptBy }) =>
          html`<li class="row">
            <div class="about">
              <h3>${foreign(name)}</h3>
              <p>${keptBy === null ? effectOf(page, after) : fill(text.keptBy, { plan: foreign(keptBy) })}</p>
            </div>
          </li>`,
        html`<p class="prose soft">${text.nothing}</p>`,
      )}
      <form method="post" action="${address}" class="stack">
        ${hidden("csrf", page.csrf)} ${hidden("amount", typed.amount)} ${hidden("left", String(preview.left))}
        ${typed.access !== undefined && hidden("access", typed.access)}
        ${typed.reason !== undefined && hidden("reason", typed.reason)}
        <div>${button(fillPlain(text.act, { amount: money }), { look: "danger", name: "act", value: "refund" })}</div>
      </form>`,
  });
};

const effectOf = (page: AdminPage, after: RefundPreview["items"][number]["after"]): Markup | string => {
  const { review: text } = textFor(page.locale).admin.resources.orders.refund;
  if (after.kind === "until") return fill(text.until, { time: timestamp(page, after.at) });
  return after.kind === "seats" ? fillPlain(text.seats, { count: String(after.count) }) : text[after.kind];
};
