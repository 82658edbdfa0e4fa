import type { Stripe } from "stripe";
import { Problem } from "#domain/platform/problem.ts";
import type { PaymentRequest } from "../provider.ts";
import { toStripe } from "./amounts.ts";
import { metadataOf, paymentKey } from "./read-event.ts";
import type { Recurrence } from "#domain/sales/billing/agreement.ts";

interface Attempt {
  /** The idempotency key. */
  key: string;
  expiresAt: Date;
  /** Stripe calculates the tax that the prices include. */
  hasTax: boolean;
}

/** Opens a checkout at Stripe: of one payment, or of a subscription that Stripe renews. */
export async function sessionFor(
  stripe: Stripe,
  siteId: string,
  request: PaymentRequest,
  { key, expiresAt, hasTax }: Attempt,
): Promise<Stripe.Checkout.Session> {
  const { paymentId, orderNumber, email, returnUrl, recurrence } = request;
  const metadata = metadataOf(siteId, { [paymentKey]: paymentId, lectern_order: orderNumber });
  const terms = recurrence
    ? await subscriptionTerms(stripe, request, { recurrence, metadata, key, hasTax })
    : paymentTerms(request, metadata, hasTax);
  const params: Stripe.Checkout.SessionCreateParams = {
    ...terms,
    client_reference_id: paymentId,
    metadata,
    // Members pay the price that they have seen, in its currency.
    adaptive_pricing: { enabled: false },
    ...(hasTax && { automatic_tax: { enabled: true } }),
    ...(email !== "" && { customer_email: email }),
    success_url: returnUrl,
    cancel_url: returnUrl,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
  };
  return stripe.checkout.sessions.create(params, { idempotencyKey: key });
}

type Terms = Pick<
  Stripe.Checkout.SessionCreateParams,
  "mode" | "payment_intent_data" | "subscription_data" | "line_items" | "discounts"
>;

function paymentTerms(request: PaymentRequest, metadata: Record<string, string>, hasTax: boolean): Terms {
  return {
    mode: "payment",
    payment_intent_data: { metadata, description: request.orderNumber },
    line_items: [itemOf(request, { amount: request.amount.amount, hasTax })],
  };
}

interface Subscribed {
  recurrence: Recurrence;
  metadata: Record<string, string>;
  key: string;
  hasTax: boolean;
}

/**
 * A discount for ever lowers the price itself, one for some payments is a coupon at Stripe. The remainder of
 * installments is an item of the first invoice.
 */
async function subscriptionTerms(
  stripe: Stripe,
  request: PaymentRequest,
  { recurrence, metadata, key, hasTax }: Subscribed,
): Promise<Terms> {
  const { amount, discount, discounted, trialDays, interval, intervalCount } = recurrence;
  const each = discounted === null ? amount - discount : amount;
  const count = discounted === null ? 0 : discounted + (trialDays === 0 && request.amount.amount < each ? 1 : 0);
  const recurring = { interval, interval_count: intervalCount };
  const remainder = trialDays === 0 ? request.amount.amount - each : 0;
  const coupon = count === 0 ? undefined : await couponFor(stripe, request, { recurrence, count, key });
  return {
    mode: "subscription",
    subscription_data: {
      metadata,
      description: request.orderNumber,
      ...(trialDays > 0 && { trial_period_days: trialDays }),
    },
    line_items: [
      itemOf(request, { amount: each, hasTax, recurring }),
      ...(remainder > 0 ? [itemOf(request, { amount: remainder, hasTax })] : []),
    ],
    ...(coupon !== undefined && { discounts: [{ coupon }] }),
  };
}

interface Item {
  amount: number;
  hasTax: boolean;
  recurring?: { interval: Recurrence["interval"]; interval_count: number };
}

function itemOf(
  { amount: { currency }, description, orderNumber }: PaymentRequest,
  { amount, hasTax, recurring }: Item,
): Stripe.Checkout.SessionCreateParams.LineItem {
  return {
    quantity: 1,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: valueOf(amount, currency),
      product_data: { name: description.slice(0, 250).trim() || orderNumber },
      // Members pay the price that they have seen.
      ...(hasTax && { tax_behavior: "inclusive" as const }),
      ...(recurring && { recurring }),
    },
  };
}

function valueOf(amount: number, currency: string): number {
  const value = toStripe({ amount, currency });
  if (value !== undefined) return value;
  throw new Problem("invalid_state", `Stripe cannot charge this amount of ${currency}.`, { allowed: [] });
}

const days = { day: 1, week: 7, month: 30.44, year: 365.25 };

/** Stripe counts the duration of coupons in months. Shorter periods may get the discount until the month is over. */
async function couponFor(
  stripe: Stripe,
  { amount: { currency }, orderNumber }: PaymentRequest,
  { recurrence, count, key }: { recurrence: Recurrence; count: number; key: string },
): Promise<string> {
  const { interval, intervalCount, discount, trialDays } = recurrence;
  const last = trialDays + (count - 1) * intervalCount * days[interval];
  const isOnce = count === 1 && trialDays === 0;
  const months = Math.max(1, Math.ceil((last + 0.5) / days.month));
  const duration = isOnce
    ? { duration: "once" as const }
    : { duration: "repeating" as const, duration_in_months: months };
  const off = { amount_off: valueOf(discount, currency), currency: currency.toLowerCase() };
  const params: Stripe.CouponCreateParams = { ...off, ...duration, name: orderNumber, max_redemptions: 1 };
  return (await stripe.coupons.create(params, { idempotencyKey: `${key}-coupon` })).id;
}
