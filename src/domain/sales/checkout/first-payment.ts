import type { Money } from "#domain/platform/fields.ts";
import type { Recurrence, Recurring } from "#domain/sales/billing/recurrence.ts";
import type { CouponRecord } from "#domain/offers/coupons/coupon.ts";
import { discountOn } from "#domain/offers/coupons/refusal.ts";
import { partOf } from "#lib/text/smallest-payment.ts";

/** The amount of an order, and the terms of later payments. */
interface FirstPayment {
  subtotal: number;
  total: number;
  recurrence: Recurrence | null;
}

/** Splits a price into the first payment and those that follow. A trial has no first payment. */
export function firstPayment(
  price: Money,
  recurring: Recurring | null,
  coupon: CouponRecord | undefined,
): FirstPayment {
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
