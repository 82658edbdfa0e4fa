import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { RetryableProblem } from "#domain/platform/problem.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { findPricing } from "#domain/offers/membership-pricings/queries.ts";
import { lockOrder } from "#domain/sales/orders/change-order.ts";
import { insertOrder, insertPayment } from "#domain/sales/orders/queries.ts";
import { findAccount } from "#domain/sales/payments/account.ts";
import { transferInstructions } from "#domain/sales/payments/provider.ts";
import { mailRenewal } from "#domain/sales/payments/order-mail.ts";
import { emitOrderEvent } from "#domain/sales/payments/events.ts";
import { payOrder } from "#domain/sales/payments/settlement/pay-order.ts";
import { findSelling, includedTax } from "#domain/site/selling/selling-settings.ts";
import { firstPeriod, periodAt } from "#domain/memberships/subscriptions/periods.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { findSubscription } from "#domain/memberships/subscriptions/queries.ts";
import { findKind } from "#domain/sales/products/kinds.ts";
import { readableCode } from "#lib/text/readable-code.ts";
import { type Agreement, nextAmount, type Recurrence } from "./agreement.ts";
import { findAgreement, updateAgreement } from "./queries.ts";

/** An order for one period of an agreement, in the minor unit of the currency. */
export interface Renewal {
  id: string;
  subtotal: number;
  total: number;
  periodStart: Date;
  periodEnd: Date;
  terms: Pick<Agreement, "productId" | "name" | "interval" | "intervalCount" | "amount" | "discount" | "discounted">;
}

/**
 * Orders the next period of a locked agreement. The period continues the last one, or contains the present if the
 * scheduler did not run for a while: members do not pay for time in which the school was closed.
 */
export async function placeRenewal(context: Context, agreement: Agreement): Promise<Agreement> {
  const { now } = context;
  const terms = await nextTerms(context, agreement);
  const { periodEnd, periodAnchor } = agreement;
  const isRepriced = terms.productId !== agreement.productId;
  const currentPeriod = { currentPeriodEnd: periodEnd, periodAnchor: isRepriced ? periodEnd : periodAnchor };
  const rhythm = { ...terms, timeZone: await findTimeZone(context) };
  const first = firstPeriod(periodEnd, rhythm);
  const period = isRepriced && first.currentPeriodEnd > now ? first : periodAt(now, currentPeriod, rhythm);
  const total = nextAmount(terms);
  const { currentPeriodStart: start, currentPeriodEnd: end } = period;
  const renewal = { id: newId(), subtotal: terms.amount, total, periodStart: start, periodEnd: end, terms };
  await insertRenewal(context, agreement, renewal);
  await emitOrderEvent(context, "created", renewal.id);
  const placed = await updateAgreement(context, agreement, { renewalOrderId: renewal.id }, now);
  if (total === 0) {
    await payOrder(context, await mustExist(lockOrder(context, renewal.id)), null);
    return mustExist(findAgreement(context, agreement.id));
  }
  const { provider, subscriptionId } = agreement;
  const method = { provider, method: "other" as const, status: "pending" as const };
  const money = { amount: total, currency: agreement.currency };
  const instructions = await instructionsOf(context, provider, renewal.id);
  const payment = { id: newId(), orderId: renewal.id, subscriptionId, ...method, ...money };
  await insertPayment(context, { ...payment, ...(instructions && { instructions }) }, now);
  await mailRenewal(context, await mustExist(lockOrder(context, renewal.id)), "renewalDue", periodEnd);
  return placed;
}

/** Inserts the pending order of a period. */
export async function insertRenewal(context: Context, agreement: Agreement, renewal: Renewal): Promise<void> {
  const { now } = context;
  const { id, subtotal, total, periodStart, periodEnd, terms } = renewal;
  const { memberId, subscriptionId, currency, productType, payments } = agreement;
  // A provider can charge after the member was erased. The order then names no member.
  const member = await findMember(context, memberId);
  const { taxRate } = await findSelling(context);
  const tax = includedTax(total, taxRate);
  const { amount, discount, discounted, interval, intervalCount } = terms;
  const recurrence: Recurrence = { amount, discount, discounted, interval, intervalCount, payments, trialDays: 0 };
  const order = {
    id,
    number: readableCode(),
    memberId,
    subscriptionId,
    agreementId: agreement.id,
    periodStart,
    periodEnd,
    status: "pending" as const,
    kind: "renewal" as const,
    currency,
    subtotal,
    discountTotal: subtotal - total,
    taxTotal: tax,
    total,
    placedAt: now,
    buyer: member ? { name: member.name, email: member.email } : null,
  };
  const line = {
    id: newId(),
    productType,
    productId: terms.productId,
    name: terms.name,
    quantity: 1,
    unitAmount: subtotal,
    discountAmount: subtotal - total,
    taxAmount: tax,
    taxRate,
    amount: total,
    recurrence,
  };
  if (await insertOrder(context, order, [line], now)) return;
  throw new RetryableProblem("conflict", "The order was placed by another request at the same time. Send it again.");
}

/** The terms of the next period: those of the agreement, or of the price that was chosen for it. */
async function nextTerms(context: Context, agreement: Agreement): Promise<Renewal["terms"]> {
  const { subscriptionId } = agreement;
  const subscription = subscriptionId === null ? undefined : await findSubscription(context, subscriptionId);
  const pricing = subscription?.nextPricingId ? await findPricing(context, subscription.nextPricingId) : undefined;
  if (!pricing?.interval || pricing.priceCurrency !== agreement.currency) return agreement;
  const { id: productId, priceAmount: amount, interval, intervalCount } = pricing;
  const item = await findKind(agreement.productType)?.find(context, productId, agreement.memberId);
  return { productId, name: item?.name ?? agreement.name, amount, discount: 0, discounted: 0, interval, intervalCount };
}

/** The account of a transfer. Other providers show theirs when the member pays. */
async function instructionsOf(context: Context, provider: string, orderId: string) {
  if (provider !== "offline") return undefined;
  const account = await findAccount(context, provider);
  const order = await lockOrder(context, orderId);
  return transferInstructions(account?.settings ?? {}, order?.number ?? "");
}
