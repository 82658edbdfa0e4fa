import type { Context } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import type { CouponRecord } from "#domain/offers/coupons/coupon.ts";
import { discountOn, type Refusal, refusalOf } from "#domain/offers/coupons/refusal.ts";
import { includedTax } from "#domain/site/selling/selling-settings.ts";
import { percentageOf, partOf } from "#lib/text/smallest-payment.ts";
import type { Item } from "./item.ts";
import { countReservedUses } from "#domain/offers/reservations/reservations.ts";
import type { Recurrence, Recurring } from "#domain/sales/billing/agreement.ts";

/** The price of an item for a member, in the minor unit of the currency. */
export interface Quote {
  currency: string;
  subtotal: number;
  discount: number;
  /** Included in the total. */
  tax: number;
  total: number;
  /** Source of the discount. The larger one applies. Null: there is none. */
  reduction: "coupon" | "membership" | null;
  /** Terms of the payments that follow. Null: there are none. */
  recurrence: Recurrence | null;
}

/** Discounts that an item can have. */
export interface Reductions {
  coupon: CouponRecord | undefined;
  /** Discount of the member's subscriptions on the item. */
  memberPercent: number;
}

export function quoteFor(item: Item, { coupon, memberPercent }: Reductions, taxRate: number): Quote {
  const { price, recurring } = item;
  const { currency } = price;
  const ofMember = percentageOf(price, memberPercent);
  const ofCoupon = coupon ? discountOn(price, coupon).amount : 0;
  const isOfMember = ofMember > 0 && ofMember >= ofCoupon;
  const { subtotal, total, recurrence } = isOfMember
    ? { subtotal: price.amount, total: price.amount - ofMember, recurrence: null }
    : firstPayment(price, recurring, coupon);
  const reduction = isOfMember ? ("membership" as const) : coupon ? ("coupon" as const) : null;
  const tax = includedTax(total, taxRate);
  return { currency, subtotal, discount: subtotal - total, reduction, tax, total, recurrence };
}

/** Returns why a member cannot use a coupon for an item. Uses that are reserved by checkouts count. */
export async function couponRefusalOf(
  context: Context,
  coupon: CouponRecord,
  { item, memberId }: { item: Item; memberId: string | undefined },
): Promise<Refusal | undefined> {
  const { product, price } = item;
  const refusal = await refusalOf(context, coupon, { product, price, memberId });
  if (refusal || memberId === undefined) return refusal;
  const { id, maxRedemptions, redeemedCount, maxPerMember } = coupon;
  const reserved = await countReservedUses(context, id, memberId);
  if (maxRedemptions !== null && redeemedCount + reserved.total >= maxRedemptions) return "exhausted";
  return reserved.ofMember >= maxPerMember ? "used_up_by_member" : undefined;
}

/** Returns the amounts that the provider will charge. */
export function paymentsOf({ total, currency, recurrence }: Quote): Money[] {
  const later = recurrence ? [recurrence.amount, recurrence.amount - recurrence.discount] : [];
  const used = recurrence?.payments == null ? later : later.slice(1);
  return [...new Set([total, ...used])].filter((amount) => amount > 0).map((amount) => ({ amount, currency }));
}

/** Returns all amounts and intervals of a quote as one text, to compare what was shown with what would be charged. */
export const termsOf = ({ total, currency, recurrence }: Quote): string => {
  if (!recurrence) return `${total} ${currency}`;
  const { amount, discount, discounted, interval, intervalCount, payments, trialDays } = recurrence;
  return [total, currency, amount, discount, discounted, interval, intervalCount, payments, trialDays].join(" ");
};

/** The amount of an order, and the terms of later payments. */
interface FirstPayment {
  subtotal: number;
  total: number;
  recurrence: Recurrence | null;
}

/** Splits a price into the first payment and those that follow. A trial has no first payment. */
function firstPayment(price: Money, recurring: Recurring | null, coupon: CouponRecord | undefined): FirstPayment {
  const discount = coupon ? discountOn(price, coupon).amount : 0;
  const total = price.amount - discount;
  if (!recurring) return { subtotal: price.amount, total, recurrence: null };
  if (recurring.payments !== null) return installments(price, discount, { ...recurring, payments: recurring.payments });
  const isTrial = recurring.trialDays > 0;
  const discounted = discountedPayments(coupon, isTrial);
  const isFree = price.amount === 0 || (discount === price.amount && discounted === null);
  const recurrence = isFree ? null : { ...recurring, amount: price.amount, discount, discounted };
  return isTrial && !isFree ? { subtotal: 0, total: 0, recurrence } : { subtotal: price.amount, total, recurrence };
}

/** Number of payments after this order that a coupon applies to. Null: all. */
function discountedPayments(coupon: CouponRecord | undefined, isTrial: boolean): number | null {
  if (coupon?.duration === "forever") return null;
  const all = coupon ? (coupon.durationPayments ?? 1) : 0;
  return isTrial ? all : Math.max(0, all - 1);
}

/** Equal payments. The first one bears the remainder. A coupon applies to the whole price. */
function installments(
  { amount: price, currency }: Money,
  discount: number,
  recurring: Recurring & { payments: number },
): FirstPayment {
  const { payments } = recurring;
  const whole = price - discount;
  const { amount } = partOf({ amount: price, currency }, payments);
  const { amount: each } = partOf({ amount: whole, currency }, payments);
  const total = whole - each * (payments - 1);
  const subtotal = Math.max(total, price - amount * (payments - 1));
  if (each === 0) return { subtotal: price, total: whole, recurrence: null };
  return { subtotal, total, recurrence: { ...recurring, amount, discount: amount - each, discounted: null } };
}
