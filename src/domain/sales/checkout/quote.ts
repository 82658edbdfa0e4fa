import type { Context } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import type { Recurrence } from "#domain/sales/billing/recurrence.ts";
import type { CouponRecord } from "#domain/offers/coupons/coupon.ts";
import { discountOn, type Refusal, refusalOf } from "#domain/offers/coupons/refusal.ts";
import { includedTax } from "#domain/site/selling/selling-settings.ts";
import { percentageOf } from "#lib/text/smallest-payment.ts";
import { firstPayment } from "./first-payment.ts";
import type { Item } from "./item.ts";
import { countReservedUses } from "#domain/offers/reservations/reservations.ts";

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
