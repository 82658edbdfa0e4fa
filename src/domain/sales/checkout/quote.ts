import type { Context } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import type { Recurrence } from "#domain/sales/billing/recurrence.ts";
import type { CouponRecord } from "#domain/sales/coupons/coupon.ts";
import { type Refusal, refusalOf } from "#domain/sales/coupons/refusal.ts";
import { includedTax } from "#domain/sales/payments/selling-settings.ts";
import { firstPayment } from "./first-payment.ts";
import type { Item } from "./item.ts";
import { countReservedUses } from "./reservations.ts";

/** The price of an item for a member, in the minor unit of the currency. */
export interface Quote {
  currency: string;
  subtotal: number;
  discount: number;
  /** Included in the total. */
  tax: number;
  total: number;
  /** Terms of the payments that follow. Null: there are none. */
  recurrence: Recurrence | null;
}

export function quoteFor({ price, recurring }: Item, coupon: CouponRecord | undefined, taxRate: number): Quote {
  const { currency } = price;
  const { subtotal, total, recurrence } = firstPayment(price, recurring, coupon);
  return { currency, subtotal, discount: subtotal - total, tax: includedTax(total, taxRate), total, recurrence };
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

/** All amounts that a provider is asked for. */
export function paymentsOf({ total, currency, recurrence }: Quote): Money[] {
  const later = recurrence ? [recurrence.amount, recurrence.amount - recurrence.discount] : [];
  const used = recurrence?.payments == null ? later : later.slice(1);
  return [...new Set([total, ...used])].filter((amount) => amount > 0).map((amount) => ({ amount, currency }));
}
