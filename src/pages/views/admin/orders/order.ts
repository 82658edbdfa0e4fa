import { html, raw } from "hono/html";

import type { StaffOrder } from "#domain/sales/payments/staff/read-orders.ts";
import { formatId } from "#domain/platform/ids.ts";
import { refundAccesses } from "#domain/site/selling/refund-access.ts";
import { digitsOf, majorUnits, moneyColumn } from "#lib/text/format-money.ts";
import { listFormat } from "#lib/text/formats.ts";
import { isFieldOf, typedKeys } from "#lib/json/typed-object.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { listEntry } from "#pages/views/parts/list-entry.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { choices, radio, textField } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { type VouchersView, vouchersOfOrder } from "./vouchers.ts";
import { rowsOr } from "../parts/rows.ts";

export const orderNotices = typedKeys(textFor("en").admin.resources.orders.notice);

export interface StaffOrderView {
  order: StaffOrder;
  /** The admin page of each item, in the order of the items. */
  addresses: readonly (string | undefined)[];
  /** Gifts and seats of the order. */
  vouchers: VouchersView;
  notice?: (typeof orderNotices)[number] | undefined;
  /** A refund that was refused. */
  typed?: { amount: string; access?: string | undefined; reason?: string | undefined } | undefined;
}

const { path } = adminSections.orders;

/** An order with its payments and refunds. Posts `act`: confirm, cancel, dismiss, reviewRefund or confirmRefund. */
export const staffOrder = (page: AdminPage, view: StaffOrderView): string => {
  const { orders: text } = textFor(page.locale).admin.resources;
  const { order } = view;
  const title = fillPlain(text.title, { number: order.number });
  return adminLayout(page, {
    title,
    content: html`${view.notice && notice(text.notice[view.notice])}
      <h1>${title}</h1>
      ${order.attention !== null && attention(page, order)} ${facts(page, order)} ${items(page, view)}
      ${vouchersOfOrder(page, view.vouchers)} ${payments(page, order)} ${waiting(page, order)}
      ${order.refundable > 0 && refund(page, view)}`,
  });
};

const amountOf = ({ locale }: AdminPage, order: StaffOrder, amount: number): string => {
  const { currency, total, refundedTotal, lines, payments: paid } = order;
  const shown = [total, refundedTotal, ...[...lines, ...paid].map((each) => each.amount)];
  return moneyColumn(locale, currency, shown)(amount);
};

const form = (page: AdminPage, { id }: StaffOrder, content: Markup): Markup =>
  html`<form method="post" action="${path}/${formatId("order", id)}" class="stack">
    ${hidden("csrf", page.csrf)} ${content}
  </form>`;

const act = (label: string, value: string, look: "primary" | "secondary" | "danger"): Markup =>
  html`<div>${button(label, { look, name: "act", value, skipValidation: value !== "reviewRefund" })}</div>`;

const attention = (page: AdminPage, order: StaffOrder): Markup => {
  const { orders: text } = textFor(page.locale).admin.resources;
  if (order.attention === null) return raw("");
  return html`${problem("attention", text.attention[order.attention])}
  ${form(page, order, act(text.dismiss, "dismiss", "secondary"))}`;
};

const facts = (page: AdminPage, order: StaffOrder): Markup => {
  const { orders: text } = textFor(page.locale).admin.resources;
  const { checkout } = textFor(page.locale).public;
  const entries: [string, Markup | string | null][] = [
    [checkout.orders.status[order.status], amountOf(page, order, order.total)],
    [
      text.buyer,
      html`<a href="${adminSections.members.path}/${formatId("member", order.memberId)}"
        >${foreign(order.name ?? order.email)}</a
      >`,
    ],
    [text.placed, timestamp(page, order.placedAt)],
    [text.paid, order.paidAt && timestamp(page, order.paidAt)],
    [
      text.receipt,
      order.receiptNumber &&
        html`<a href="${path}/${formatId("order", order.id)}/receipt.pdf">${foreign(order.receiptNumber)}</a>`,
    ],
    [text.coupon, order.couponCode],
    [text.refunded, order.refundedTotal === 0 ? null : amountOf(page, order, order.refundedTotal)],
  ];
  return html`<dl class="entries">
    ${entries.map(([name, value]) => (value === null ? "" : listEntry(name, value)))}
  </dl>`;
};

const items = (page: AdminPage, { order, addresses }: StaffOrderView): Markup => {
  const { orders: text } = textFor(page.locale).admin.resources;
  return html`<h2>${text.items}</h2>
    <ul class="rows">
      ${order.lines.map(
        ({ name, amount, fulfilledAt }, index) =>
          html`<li class="row">
            <div class="about">
              <h3>
                ${addresses[index] === undefined ? foreign(name) : html`<a href="${addresses[index]}">${foreign(name)}</a>`}
              </h3>
              <p class="soft">
                ${fulfilledAt === null ? text.notGiven : fill(text.given, { time: timestamp(page, fulfilledAt) })}
              </p>
            </div>
            <p class="here">${amountOf(page, order, amount)}</p>
          </li>`,
      )}
    </ul>`;
};

const payments = (page: AdminPage, order: StaffOrder): Markup => {
  const { orders: text } = textFor(page.locale).admin.resources;
  const status = (name: string) => (isFieldOf(text.statuses, name) ? text.statuses[name] : name);
  return html`<h2>${text.payments}</h2>
    ${rowsOr(
      order.payments,
      ({ provider, status: state, amount, providerReference, createdAt, ...payment }) =>
        html`<li class="row">
          <div class="about">
            <h3>${providerName(page, provider)}</h3>
            <p class="soft">
              ${timestamp(page, createdAt)}${providerReference === null ? "" : html` · ${fill(text.reference, { id: foreign(providerReference) })}`}
            </p>
            ${failure(page, payment)}
          </div>
          <p class="here">${status(state)} · ${amountOf(page, order, amount)}</p>
        </li>`,
      html`<p class="soft">${text.noPayments}</p>`,
    )}
    ${
      order.refunds.length !== 0 &&
      html`<h2>${text.refunds}</h2>
        <ul class="rows">
          ${order.refunds.map(
            ({ id, amount, status: state, reason, createdAt, isByHand }) =>
              html`<li class="row">
                <div class="about">
                  <h3>${amountOf(page, order, amount)}</h3>
                  <p class="soft">${timestamp(page, createdAt)}${reason ? html` · ${foreign(reason)}` : ""}</p>
                </div>
                <p class="here">${status(state)}</p>
                ${isByHand && state === "pending" && confirmRefund(page, order, id)}
              </li>`,
          )}
        </ul>`
    }`;
};

/** Why an attempt failed, in the words of the provider. */
const failure = (
  page: AdminPage,
  {
    failureCode: code,
    failureMessage: message,
  }: Pick<StaffOrder["payments"][number], "failureCode" | "failureMessage">,
): Markup => {
  const { orders: text } = textFor(page.locale).admin.resources;
  if (code === null && message === null) return raw("");
  const reason = html`${message === null ? "" : foreign(message)}${message !== null && code !== null ? " " : ""}${code === null ? "" : html`<code>${code}</code>`}`;
  return html`<p>${fill(text.failure, { reason })}</p>`;
};

const confirmRefund = (page: AdminPage, order: StaffOrder, id: string): Markup => {
  const { refund: text } = textFor(page.locale).admin.resources.orders;
  const content = html`${hidden("refund", formatId("refund", id))} ${act(text.confirm, "confirmRefund", "secondary")}`;
  return form(page, order, content);
};

const providerName = ({ locale }: AdminPage, provider: string): string => {
  const { methods } = textFor(locale).public.checkout;
  return isFieldOf(methods, provider) ? methods[provider].name : provider;
};

/** Forms of an order that is not paid. */
const waiting = (page: AdminPage, order: StaffOrder): Markup => {
  const { orders: text } = textFor(page.locale).admin.resources;
  const isOffline = order.payments.some(({ provider, status }) => provider === "offline" && status !== "succeeded");
  const isOpen = order.status === "pending" || order.status === "expired" || order.status === "canceled";
  const hint = fillPlain(text.confirmHint, { amount: amountOf(page, order, order.total), number: order.number });
  return html`${
    isOffline &&
    isOpen &&
    form(
      page,
      order,
      html`<p>${hint}</p>
        ${act(text.confirm, "confirm", "primary")}`,
    )
  }
  ${order.status === "pending" && form(page, order, act(text.cancel, "cancel", "secondary"))}`;
};

const refund = (page: AdminPage, { order, typed }: StaffOrderView): Markup => {
  const { refund: text } = textFor(page.locale).admin.resources.orders;
  const { currency, refundable } = order;
  const refundableText = amountOf(page, order, refundable);
  const whole = majorUnits({ amount: refundable, currency }).toFixed(digitsOf(currency));
  return html`<h2>${text.title}</h2>
    ${order.refundsByHand && html`<p><strong>${text.byHand}</strong></p>`}
    ${form(
      page,
      order,
      html`${textField({
        name: "amount",
        label: fillPlain(text.amount, { currency, left: refundableText }),
        value: typed?.amount ?? whole,
        maxLength: 20,
        required: true,
        numeric: true,
        problem: typed === undefined ? undefined : fillPlain(text.wrong, { left: refundableText }),
      })}
      ${choices(
        { name: "access-choices", label: text.access },
        html`${(["policy", ...refundAccesses] as const).map((value) => {
          const { name, hint } = text[value];
          const label = value === "policy" ? fillPlain(name, { effect: policyOf(page, order) }) : name;
          return radio({ name: "access", value, label, hint, checked: value === (typed?.access ?? "policy") });
        })}`,
      )}
      ${textField({ name: "reason", label: text.reason, value: typed?.reason ?? "", maxLength: 500 })}
      ${act(text.check, "reviewRefund", "secondary")}`,
    )}`;
};

/** Effects of the refund policies of the items, without repetitions. */
const policyOf = ({ locale }: AdminPage, { lines }: StaffOrder): string => {
  const { effects } = textFor(locale).admin.resources.orders.refund.policy;
  const effectsOfLines = new Set(lines.map(({ refundPolicy }) => effects[refundPolicy]));
  return listFormat(locale, { type: "conjunction" }).format([...effectsOfLines]);
};
