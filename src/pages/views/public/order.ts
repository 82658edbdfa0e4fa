import { html, raw } from "hono/html";
import type { OwnOrder } from "#domain/sales/payments/member/my-orders.ts";
import { formatId } from "#domain/platform/ids.ts";
import { formatMoney, moneyColumn } from "#lib/text/format-money.ts";
import { textFor } from "../../text/catalogue.ts";
import { timestamp } from "../parts/dates.ts";
import { button, field, hidden, notice, problem } from "../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { bankTransfer } from "./bank-transfer.ts";
import { taxLine } from "./checkout.ts";
import { heldSession, paidSession, type SessionOfOrder } from "./session-of-order.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";

interface Shown {
  failure: "unreachable" | "refused" | undefined;
  coverUrl?: string | null;
  /** Undefined if the order is not of consulting. */
  session?: SessionOfOrder | undefined;
}

/** GET /orders/{id}: the state of an order, how to pay it, and its receipt. */
export const orderPage = (
  page: PublicContext,
  order: OwnOrder,
  { failure, coverUrl = null, session }: Shown,
): string => {
  const { orders: text } = textFor(page.locale).public.checkout;
  const title = fillPlain(text.number, { number: order.number });
  return publicLayout(page, {
    title,
    canonical: undefined,
    content: html`<div class="wrap page">
      <header>
        <p><a href="/orders">${text.title}</a></p>
        <h1>${title}</h1>
        <p class="lead">${text.status[order.status]}</p>
      </header>
      <div class="main narrow">
        ${failure && problem("state", textFor(page.locale).public.checkout[failure])}
        ${state(page, order, { coverUrl, session })}
        ${page.member?.isGuest && guestNote(page, order, page.member.email)} ${details(page, order)}
        ${parties(page, order)}
      </div>
    </div>`,
  });
};

const state = (page: PublicContext, order: OwnOrder, shown: Omit<Shown, "failure">): Markup => {
  const { orders: text } = textFor(page.locale).public.checkout;
  switch (order.status) {
    case "pending":
      return html`${heldSession(page, shown.session)} ${waiting(page, order)}`;
    case "paid":
    case "partially_refunded":
      return thanks(page, order, shown);
    case "refunded":
      return raw("");
    case "canceled":
    case "disputed":
    case "expired":
    case "failed":
      return html`${problem("state", text.lost[order.status])}
      ${order.orderAgain !== null && html`<p><a class="button primary" href="${order.orderAgain}">${text.orderAgain}</a></p>`}`;
  }
};

/** The picture of the item, and the link to start with it. */
const thanks = (page: PublicContext, order: OwnOrder, { coverUrl = null, session }: Omit<Shown, "failure">): Markup => {
  const { orders: text } = textFor(page.locale).public.checkout;
  const forOthers = order.lines.some(({ isForOthers }) => isForOthers);
  const [first, ...others] = order.lines.filter(({ path, isForOthers }) => path !== null && !isForOthers);
  return html`<section class="thanks">
    ${coverUrl !== null && html`<img src="${coverUrl}" alt="" />`}
    <div>
      ${notice(text.thanks)} ${order.lines.map(({ name }) => html`<p><b>${foreign(name)}</b></p>`)}
      ${session ? paidSession(page, session) : first && html`<p><a class="button primary" href="${first.path ?? ""}">${text.startNow}</a></p>`}
      ${forOthers && toShare(page, order)}
      ${others.map(({ name, path }) => html`<p><a href="${path ?? ""}">${fill(text.open, { name: foreign(name) })}</a></p>`)}
    </div>
  </section>`;
};

/** Leads to the gift or the seats. */
const toShare = (page: PublicContext, { id }: OwnOrder): Markup => {
  const { order: text } = textFor(page.locale).vouchers;
  return html`<p>${text.lead}</p>
    <p><a class="button primary" href="/orders/${formatId("order", id)}/share">${text.share}</a></p>`;
};

/** Explains to a guest how to keep a purchase. The emails have the link: nothing is sent for an order that was not started. */
const guestNote = (page: PublicContext, order: OwnOrder, email: string): Markup => {
  const { guest: text } = textFor(page.locale).public.checkout.orders;
  const isMailed = order.receiptNumber !== null || (order.payment?.instructions ?? null) !== null;
  if (!isMailed) return raw("");
  return html`<section>
    <h2>${text.title}</h2>
    <p>${fill(text.sent, { email: html`<b>${foreign(email)}</b>` })} ${text.here}</p>
    <details>
      <summary>${text.again}</summary>
      <form method="post" action="/orders/${formatId("order", order.id)}/email" class="stack">
        ${hidden("csrf", page.csrf ?? "")}
        ${field({ name: "email", type: "email", label: text.address, autocomplete: "email", value: email })}
        ${button(text.send, { look: "secondary" })}
      </form>
    </details>
  </section>`;
};

const waiting = (page: PublicContext, order: OwnOrder): Markup => {
  const { id, payment, expiresAt } = order;
  const { orders: text } = textFor(page.locale).public.checkout;
  const here = `/orders/${formatId("order", id)}`;
  const until =
    expiresAt &&
    html`<p>${fill(text.until, { time: timestamp(page, expiresAt) })}</p>
      ${held(page, order)}`;
  if (payment?.instructions?.["method"]) return payLater(page, order, payment.instructions);
  if (payment?.instructions) return html`${bankTransfer(page, order)} ${until}`;
  return html`<p>${text.confirming}</p>
    <div class="actions">
      ${
        payment?.checkoutUrl && payment.status === "pending"
          ? html`<a class="button primary" href="${payment.checkoutUrl}">${text.continue}</a>`
          : html`<form method="post" action="${here}/pay">
              ${hidden("csrf", page.csrf ?? "")} ${button(text.continue, { look: "primary" })}
            </form>`
      }
      <a class="button secondary" href="${here}">${text.refresh}</a>
    </div>
    ${until}`;
};

/** Says how long a person with an unproven address holds a seat. */
const held = (page: PublicContext, { heldUntil }: OwnOrder): Markup => {
  const { order: text } = textFor(page.locale).vouchers;
  return heldUntil === null
    ? raw("")
    : html`<p class="hint">${fill(text.held, { time: timestamp(page, heldUntil) })}</p>`;
};

/** The virtual account, or the code for convenience stores. */
const payLater = (
  page: PublicContext,
  { total, currency }: OwnOrder,
  instructions: Readonly<Record<string, string>>,
): Markup => {
  const { orders: text } = textFor(page.locale).public.checkout;
  const { method, bankCode, account, code, payUntil } = instructions;
  const entries: [string, string | undefined][] = [
    [text.amount, formatMoney(page.locale, { amount: total, currency })],
    [text.bank, bankCode],
    [text.account, account],
    [text.code, code],
  ];
  return html`<section>
    <h2>${text.howToPay}</h2>
    <p>${method === "atm" ? text.atm : text.cvs}</p>
    <dl class="sums">
      ${entries
        .filter(([, value]) => value !== undefined)
        .map(
          ([name, value]) =>
            html`<div>
              <dt>${name}</dt>
              <dd><b>${foreign(value ?? "")}</b></dd>
            </div>`,
        )}
    </dl>
    ${payUntil !== undefined && html`<p>${fill(text.until, { time: timestamp(page, new Date(payUntil)) })}</p>`}
  </section>`;
};

const details = (page: PublicContext, order: OwnOrder): Markup => {
  const { checkout: text } = textFor(page.locale).public;
  const { taxRate, seller } = order;
  const amount = moneyColumn(page.locale, order.currency, amountsOf(order));
  return html`<section>
    <h2>
      ${order.receiptNumber === null ? text.item : fillPlain(text.orders.receipt, { number: order.receiptNumber })}
    </h2>
    <dl class="sums">
      ${order.lines.map(
        ({ name, amount: value, discountAmount }) =>
          html`<div>
            <dt>${foreign(name)}</dt>
            <dd>${amount(value + discountAmount)}</dd>
          </div>`,
      )}
      ${
        order.discountTotal !== 0 &&
        html`<div>
          <dt>
            ${order.couponCode === null ? text.plainDiscount : fill(text.discount, { code: foreign(order.couponCode) })}
          </dt>
          <dd>−${amount(order.discountTotal)}</dd>
        </div>`
      }
      <div class="total">
        <dt>${text.total}</dt>
        <dd><b>${amount(order.total)}</b></dd>
      </div>
    </dl>
    ${order.taxTotal !== 0 && html`<p class="aside">${taxLine(page.locale, { taxName: seller.taxName ?? "", taxRate, amount: amount(order.taxTotal) })}</p>`}
    ${order.refundedTotal !== 0 && html`<p>${fillPlain(text.orders.refunded, { amount: amount(order.refundedTotal) })}</p>`}
    <p class="aside">
      ${fill(text.orders.placed, { time: timestamp(page, order.placedAt) })}
      ${order.paidAt === null ? "" : html`<br />${fill(text.orders.paid, { time: timestamp(page, order.paidAt) })}`}
    </p>
  </section>`;
};

/** The amounts that an order shows below each other. */
export const amountsOf = ({
  lines,
  discountTotal,
  total,
}: Pick<OwnOrder, "lines" | "discountTotal" | "total">): number[] => [
  ...lines.map((line) => line.amount + line.discountAmount),
  discountTotal,
  total,
];

const parties = (page: PublicContext, { id, seller, buyer, receiptNumber }: OwnOrder): Markup => {
  const { orders: text } = textFor(page.locale).public.checkout;
  if (receiptNumber === null) return raw("");
  return html`<section class="receipt">
    <div>
      <h3>${text.seller}</h3>
      <p class="foreign kept-lines">${[seller.name ?? page.site.name, seller.address].filter(Boolean).join("\n")}</p>
      ${seller.taxId !== null && html`<p>${fillPlain(text.taxId, { number: seller.taxId })}</p>`}
    </div>
    <div>
      <h3>${text.buyer}</h3>
      <p class="foreign kept-lines">${[buyer?.name, buyer?.email].filter(Boolean).join("\n")}</p>
    </div>
    <p class="aside"><a href="/orders/${formatId("order", id)}/receipt.pdf">${text.download}</a></p>
  </section>`;
};
