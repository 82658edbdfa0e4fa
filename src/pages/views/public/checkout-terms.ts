import { html, raw } from "hono/html";
import type * as z from "zod";
import type { findCheckout } from "#domain/sales/checkout/find-checkout.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, fillPlain, type Markup } from "../parts/markup.ts";
import { pricing } from "./formats.ts";
import type { PublicContext } from "./public-context.ts";

type Checkout = z.output<typeof findCheckout.output>;

/** The money-back guarantee, for what costs something. */
export const promise = (
  { locale, shell }: PublicContext,
  { checkout: { moneyBackDays: days, price } }: { checkout: Checkout },
): Markup => {
  const { checkout: text } = textFor(locale).public;
  const { supportEmail: mail } = shell.school;
  if (days === 0 || price.amount === 0) return raw("");
  const count = String(days);
  if (mail === null) return html`<p class="aside">${fillPlain(text.moneyBack, { count })}</p>`;
  return html`<p class="aside">
    ${fill(text.moneyBackBy, { count, mail: html`<a href="mailto:${mail}">${mail}</a>` })}
  </p>`;
};
/** The terms of the school, which apply to the purchase. */
export const terms = ({ locale, shell }: PublicContext): Markup => {
  const { termsUrl } = shell.school.legal;
  const { checkout: text, terms: label } = textFor(locale).public;
  if (!termsUrl) return raw("");
  return html`<p class="aside">
    ${fill(text.termsApply, { terms: html`<a href="${termsUrl}" rel="noopener noreferrer">${label}</a>` })}
  </p>`;
};

/** The payments that follow: `Then $9 per month, until you cancel.` */
export const afterwards = (locale: PublicContext["locale"], { later, quote }: Checkout): Markup => {
  if (later === null) return raw("");
  const { checkout: text } = textFor(locale).public;
  const { interval, intervalCount, payments, trialDays, next, amount, discounted } = later;
  const each = (value: number) =>
    pricing(locale, { price: { amount: value, currency: quote.currency }, interval, intervalCount });
  if (payments !== null) {
    return html`<p>${fillPlain(text.installments, { count: String(payments - 1), price: each(next) })}</p>`;
  }
  const trial = trialDays > 0 ? html`<p>${fillPlain(text.trial, { count: String(trialDays) })}</p>` : raw("");
  const isLowered = next !== amount && discounted !== null;
  const lowered = fillPlain(text.lowered, { count: String(discounted ?? 0), price: each(next), after: each(amount) });
  return html`${trial}
    <p>${isLowered ? lowered : fillPlain(text.renews, { price: each(next) })}</p>`;
};
