import { formatNumber } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";
import type * as z from "zod";
import { checkoutPath } from "#domain/sales/checkout/checkout-address.ts";
import type { findCheckout } from "#domain/sales/checkout/find-checkout.ts";
import { textFor } from "../../text/catalogue.ts";
import { radio } from "../admin/forms/form-fields.ts";
import { button, field, hidden, problem } from "../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { formatMoney, moneyColumn } from "#lib/text/format-money.ts";
import { chosenTime, type ChosenTime, timeGone } from "./chosen-time.ts";
import { memberships, switchLink } from "./checkout-memberships.ts";
import { afterwards, promise, terms } from "./checkout-terms.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import {
  type OthersChoice,
  othersFields,
  othersHidden,
  othersQuery,
  seatCount,
  waysForOthers,
} from "./vouchers/checkout-for-others.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

type Checkout = z.output<typeof findCheckout.output>;

/** Why the last attempt failed. */
export type CheckoutProblem =
  | "soldOut"
  | "owned"
  | "changed"
  | "methodGone"
  | "unreachable"
  | "email"
  | "tooMany"
  | "recipient"
  | "date"
  | "timeGone"
  | "timeLimit";

export interface CheckoutView {
  checkout: Checkout;
  /** The item's ID (`cpl_…`). */
  item: string;
  /** Identifies this form, so that sending it twice makes one order. */
  key: string;
  problem?: CheckoutProblem | undefined;
  /** The chosen time of a consulting session. `gone`: it cannot be booked, or no longer. */
  time: ChosenTime | "gone" | undefined;
  /** True if the person has to sign in or sign up first. */
  needsAccount: boolean;
  /** The address that a visitor has entered. */
  email?: string;
  /** The member's recurring payment that can change to the item. */
  switchFrom?: string | null;
  /** Undefined: the buyer gets the item. */
  others?: OthersChoice | undefined;
  /** Picture of the item. */
  coverUrl?: string | null;
}

/** GET /checkout: price, coupon and payment method. Posts `item`, `coupon`, `provider`, `total` and `key`. */
export const checkoutPage = (page: PublicContext, view: CheckoutView): string => {
  const { checkout: text } = textFor(page.locale).public;
  const { checkout } = view;
  const failed = view.problem ?? (checkout.availability === "sold_out" ? "soldOut" : undefined);
  const isGone = view.time === "gone" || failed === "timeGone";
  return publicLayout(page, {
    title: text.title,
    canonical: undefined,
    content: html`<div class="wrap page">
      <header>
        <p><a href="${checkout.path}">${text.back}</a></p>
        <h1>${text.title}</h1>
      </header>
      <div class="till">
        <section class="till-sum">
          ${view.coverUrl && html`<img src="${view.coverUrl}" alt="" />`} ${summary(page, view)}
          ${view.time && !isGone && view.time !== "gone" && chosenTime(page, view.time, checkout.path)}
        </section>
        <div class="till-pay">
          ${
            isGone
              ? timeGone(page, { service: checkout.path, item: view.item })
              : html`${failed !== undefined && problem("problem", textOf(page, failed))} ${memberships(page, view)}
                ${seatCount(page, forOthers(view))} ${next(page, view)} ${promise(page, view)} ${terms(page)}
                ${checkout.availability === "available" && coupon(page, view)} ${waysForOthers(page, forOthers(view))}`
          }
        </div>
      </div>
    </div>`,
  });
};

const textOf = ({ locale }: PublicContext, failed: CheckoutProblem): string => {
  const {
    public: { checkout: text },
    vouchers,
  } = textFor(locale);
  if (failed === "recipient") return vouchers.checkout.recipientProblem;
  if (failed === "date") return vouchers.checkout.dateProblem;
  if (failed === "timeLimit") return text.time.limit;
  return failed === "timeGone" ? text.time.gone : text[failed];
};

const forOthers = ({ item, checkout: { path, offers }, others, problem: failed }: CheckoutView) => ({
  item,
  path,
  offers,
  others,
  problem: failed,
});

const summary = ({ locale }: PublicContext, { checkout, others }: CheckoutView): Markup => {
  const { checkout: text } = textFor(locale).public;
  const { quote, price, taxName, taxRate } = checkout;
  const amount = moneyColumn(locale, quote.currency, [price.amount, quote.discount, quote.total]);
  const label = discountLabel(locale, checkout);
  return html`<dl class="sums">
      <div>
        <dt>
          ${others?.kind === "seats" ? fill(textFor(locale).vouchers.checkout.line, { name: foreign(checkout.name), count: String(others.seats) }) : foreign(checkout.name)}
        </dt>
        <dd>${amount(price.amount)}</dd>
      </div>
      ${
        label !== undefined &&
        html`<div>
          <dt>${label}</dt>
          <dd>−${amount(quote.discount)}</dd>
        </div>`
      }
      <div class="total">
        <dt>${checkout.later === null ? text.total : text.dueNow}</dt>
        <dd><b>${amount(quote.total)}</b></dd>
      </div>
    </dl>
    ${afterwards(locale, checkout)}
    ${taxName !== null && html`<p class="aside">${taxLine(locale, { taxName, taxRate, amount: amount(quote.tax) })}</p>`}`;
};

/** Names the discount: of the coupon or of the membership. Undefined without one. */
const discountLabel = (
  locale: PublicContext["locale"],
  { quote, coupon: entered, memberPercent }: Checkout,
): Markup | string | undefined => {
  const { checkout: text } = textFor(locale).public;
  if (quote.reduction === "membership") return fillPlain(text.memberDiscount, { percent: String(memberPercent) });
  return quote.reduction === "coupon" ? fill(text.discount, { code: foreign(entered?.code ?? "") }) : undefined;
};

/** `Includes VAT 5 %: $2.33`. Without a rate if the provider of the payment calculated the tax. */
export const taxLine = (
  locale: PublicContext["locale"],
  { taxName, taxRate, amount }: { taxName: string; taxRate: number; amount: string },
): string => {
  const { checkout: text } = textFor(locale).public;
  const name = taxName || text.taxName;
  if (taxRate === 0) return fillPlain(text.taxWithoutRate, { name, amount });
  return fillPlain(text.tax, { name, rate: formatNumber(locale, taxRate / 100), amount });
};

const coupon = ({ locale }: PublicContext, view: CheckoutView): Markup => {
  const { checkout: text } = textFor(locale).public;
  const { checkout, item } = view;
  const entered = checkout.coupon;
  const refusal = entered?.refusal ?? null;
  if (entered && refusal === null) {
    return html`${checkout.quote.reduction === "membership" && html`<p>${text.lesserCoupon}</p>`}
      <p><a href="${checkoutPath(item, undefined, startOf(view))}${othersQuery(view.others)}">${text.remove}</a></p>`;
  }
  return html`<details class="code" ${refusal !== null && raw("open")}>
    <summary>${text.haveCoupon}</summary>
    <form method="get" action="/checkout" class="code-form">
      ${hidden("item", item)} ${startOf(view) !== undefined && hidden("starts_at", startOf(view) ?? "")}
      ${othersHidden(view.others)}
      <div class="field">
        <label for="coupon">${text.coupon}</label>
        ${refusal !== null && html`<p id="coupon-problem" class="wrong">${text.refusals[refusal]}</p>`}
        <input
          id="coupon"
          name="coupon"
          type="text"
          maxlength="40"
          autocomplete="off"
          autocapitalize="characters"
          value="${entered?.code ?? ""}"
          ${refusal !== null && raw('aria-invalid="true" aria-describedby="coupon-problem"')}
        />
      </div>
      ${button(text.apply, { look: "secondary" })}
    </form>
  </details>`;
};

/** The form that places the order, or the way to it. */
const next = (page: PublicContext, view: CheckoutView): Markup => {
  const { checkout: text } = textFor(page.locale).public;
  const { checkout, item } = view;
  const { availability, quote, providers } = checkout;
  if (availability === "sold_out") return raw("");
  if (availability === "owned") {
    return html`<p>${text.owned}</p>
      ${switchLink(page.locale, view)}
      <p><a class="button primary" href="${checkout.path}">${text.open}</a></p>`;
  }
  if (view.needsAccount) {
    return html`<p>${text.account}</p>
      <p><a class="button primary" href="${signInPath(view)}">${text.signIn}</a></p>`;
  }
  const isPaid = quote.total > 0 || checkout.later !== null;
  if (isPaid && providers.length === 0) return html`<p>${text.noMethods}</p>`;
  return html`<form method="post" action="/checkout" class="stack">
    ${hidden("csrf", page.csrf ?? "")} ${hidden("item", item)} ${hidden("key", view.key)}
    ${hidden("total", checkout.terms)} ${checkout.coupon?.refusal === null && hidden("coupon", checkout.coupon.code)}
    ${startOf(view) !== undefined && hidden("starts_at", startOf(view) ?? "")} ${contact(page, view)}
    ${othersFields(page, forOthers(view))} ${isPaid && methods(page, providers)}
    <div>${button(labelOf(page, view), { look: checkout.includedIn === null ? "primary" : "secondary" })}</div>
  </form>`;
};

/** The address of a visitor. Where it has an account, the receipt adds the purchase to it. */
const contact = (page: PublicContext, view: CheckoutView): Markup => {
  const { checkout: text } = textFor(page.locale).public;
  const { member } = page;
  if (member && !member.isGuest) return raw("");
  return html`<div class="field">
    ${field({
      name: "email",
      type: "email",
      label: text.email,
      autocomplete: "email",
      value: view.email ?? member?.email,
      invalid: view.problem === "email",
      describedBy: view.problem === "email" ? "problem email-hint" : "email-hint",
    })}
    <p id="email-hint" class="hint">${text.emailHint}</p>
    <p class="hint">${fill(text.known, { signIn: html`<a href="${signInPath(view)}">${text.signInFirst}</a>` })}</p>
  </div>`;
};

const signInPath = (view: CheckoutView): string => {
  const { coupon: entered } = view.checkout;
  const code = entered?.refusal === null ? entered.code : undefined;
  const here = `${checkoutPath(view.item, code, startOf(view))}${othersQuery(view.others)}`;
  return `/sign-in?return_to=${encodeURIComponent(here)}`;
};

/** The chosen time as the address and the form carry it. */
const startOf = ({ time }: CheckoutView): string | undefined =>
  time === undefined || time === "gone" ? undefined : time.startsAt.toISOString();

const labelOf = ({ locale }: PublicContext, { checkout: { quote, later, providers } }: CheckoutView): string => {
  const { checkout: text } = textFor(locale).public;
  if (quote.total === 0 && later !== null) return later.trialDays > 0 ? text.startTrial : text.start;
  if (quote.total === 0) return text.free;
  const amount = formatMoney(locale, { amount: quote.total, currency: quote.currency });
  return fillPlain(providers.every((provider) => provider === "offline") ? text.order : text.pay, { amount });
};

const methods = ({ locale }: PublicContext, providers: readonly ProviderName[]): Markup => {
  const { checkout: text } = textFor(locale).public;
  return html`<fieldset>
    <legend>${text.method}</legend>
    ${providers.map((value, index) => {
      const { name: label, hint } = text.methods[value];
      return radio({ name: "provider", value, label, hint, checked: index === 0 });
    })}
  </fieldset>`;
};
