import { html, raw } from "hono/html";
import type { AgreementView } from "#domain/sales/billing/agreement-view.ts";
import { formatId } from "#domain/platform/ids.ts";
import { formatMoney } from "#lib/text/format-money.ts";
import { textFor } from "../../text/catalogue.ts";
import { type Dated, timestamp } from "../parts/dates.ts";
import { button, hidden, notice, problem } from "../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { pricing } from "./formats.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { addressOf, type MySwitch, switchSection } from "./switch-plan.ts";

export const subscriptionNotices = ["canceled", "resumed", "changing", "kept"] as const;

export interface SubscriptionView {
  agreement: AgreementView;
  /** The change of the plan that was chosen, and whether there are others. */
  switching?: MySwitch;
  notice?: (typeof subscriptionNotices)[number] | undefined;
  failure?: "unreachable" | undefined;
  /** Address of the provider's page for customers. */
  portal?: string;
}

/** The member's recurring payments above their orders. Nothing without any. */
export const subscriptionList = (page: PublicContext, agreements: readonly AgreementView[]): Markup => {
  const { subscriptions: text } = textFor(page.locale).public.checkout;
  if (agreements.length === 0) return raw("");
  const memberships = agreements.filter(({ next, payments }) => next !== null && payments === null);
  const twice = fillPlain(text.change.twice, { count: String(memberships.length) });
  return html`<section>
    <h2>${text.title}</h2>
    ${memberships.length >= 2 && html`<div class="notice" role="note"><p>${twice}</p></div>`}
    <ul class="rows">
      ${agreements.map(
        (agreement) =>
          html`<li class="row">
            <div class="about">
              <h3><a href="${addressOf(agreement)}">${foreign(agreement.name)}</a></h3>
              <p class="soft">${statusOf(page, agreement)}</p>
            </div>
          </li>`,
      )}
    </ul>
  </section>`;
};

/** `Active · Next payment $9 on 1 May` */
export const statusOf = (page: Dated, agreement: AgreementView): Markup => {
  const { subscriptions: text } = textFor(page.locale).public.checkout;
  const { status, next, periodEnd, graceEndsAt, cancelAtPeriodEnd, currency } = agreement;
  const until = (template: string, at: Date) => fill(template, { time: timestamp(page, at) });
  if (cancelAtPeriodEnd && status !== "canceled") return html`${text.ending} · ${until(text.until, periodEnd)}`;
  if (status === "past_due") {
    return html`${text.status.past_due}${graceEndsAt === null ? "" : html` · ${until(text.until, graceEndsAt)}`}`;
  }
  if (next === null) return html`${text.status[status]}`;
  const amount = formatMoney(page.locale, { amount: next.amount, currency });
  return html`${text.status[status]} · ${fill(text.next, { amount, time: timestamp(page, next.at) })}`;
};

/** GET /orders/subscriptions/{id}: state, next payment, payment method and cancellation. */
export const subscriptionPage = (page: PublicContext, view: SubscriptionView): string => {
  const { checkout } = textFor(page.locale).public;
  const { subscriptions: text } = checkout;
  const { agreement, switching } = view;
  return publicLayout(page, {
    title: agreement.name,
    canonical: undefined,
    content: html`<div class="wrap page">
      <header>
        <p><a href="/orders">${checkout.orders.title}</a></p>
        <h1>${foreign(agreement.name)}</h1>
        <p class="lead">${statusOf(page, { ...agreement, next: nextOf(agreement, switching) })}</p>
      </header>
      <div class="main narrow">
        ${view.notice && notice(text.notice[view.notice])}
        ${view.portal !== undefined && html`<p class="actions"><a class="button primary" href="${view.portal}">${text.portal}</a></p>`}
        ${view.failure && problem("state", checkout.unreachable)} ${facts(page, agreement)}
        ${switching !== undefined && switchSection(page, agreement, switching)} ${actions(page, agreement)}
      </div>
    </div>`,
  });
};

/** The next payment, at the price that was chosen for it. */
const nextOf = ({ next }: AgreementView, switching: MySwitch | undefined): AgreementView["next"] => {
  const chosen = switching?.at ? switching.chosen : null;
  return next && chosen ? { ...next, amount: chosen.amount } : next;
};

const facts = ({ locale }: PublicContext, agreement: AgreementView): Markup => {
  const { checkout } = textFor(locale).public;
  const { subscriptions: text, methods } = checkout;
  const { interval, intervalCount, currency, next, payments, paymentsMade, provider } = agreement;
  const entries: [string, string][] = [
    ...(next
      ? [
          [text.price, pricing(locale, { price: { amount: next.amount, currency }, interval, intervalCount })] as [
            string,
            string,
          ],
        ]
      : []),
    [checkout.method, methods[provider].name],
    ...(payments === null
      ? []
      : [
          [text.installments, fillPlain(text.paid, { count: String(paymentsMade), total: String(payments) })] as [
            string,
            string,
          ],
        ]),
  ];
  return html`<dl class="sums">
    ${entries.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
};

const actions = (page: PublicContext, agreement: AgreementView): Markup => {
  const { subscriptions: text } = textFor(page.locale).public.checkout;
  const { status, payments, cancelAtPeriodEnd, periodEnd, orderId, hasPortal } = agreement;
  const form = (act: string, label: string, look: "primary" | "secondary" | "danger") =>
    html`<form method="post" action="${addressOf(agreement)}/${act}">
      ${hidden("csrf", page.csrf ?? "")} ${button(label, { look })}
    </form>`;
  const isOpen = status !== "canceled" && status !== "completed";
  const isOverdue = status === "past_due";
  const hint = isOverdue ? text.cancelNow : fill(text.cancelHint, { time: timestamp(page, periodEnd) });
  const cancel = html`<section>
    <h2>${text.cancelTitle}</h2>
    <p>${hint}</p>
    ${form("cancel", text.cancel, "danger")}
  </section>`;
  return html`${
    orderId !== null &&
    html`<p class="actions">
      <a class="button primary" href="/orders/${formatId("order", orderId)}">${text.pay}</a>
    </p>`
  }
  ${
    hasPortal &&
    html`<section>
      <h2>${text.portalTitle}</h2>
      <p>${text.portalHint}</p>
      ${form("portal", text.portal, "secondary")}
    </section>`
  }
  ${
    isOpen &&
    cancelAtPeriodEnd &&
    html`<section>
      <p>${fill(text.resumeHint, { time: timestamp(page, periodEnd) })}</p>
      ${form("resume", text.resume, "primary")}
    </section>`
  }
  ${isOpen && !cancelAtPeriodEnd && payments === null && cancel}
  ${isOpen && payments !== null && html`<p class="aside">${text.owed}</p>`}`;
};
