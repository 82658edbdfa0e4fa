import type { Context } from "#domain/platform/context.ts";
import type { CouponRecord } from "#domain/sales/coupons/coupon.ts";
import { discountOn, type Refusal, refusalOf } from "#domain/sales/coupons/refusal.ts";
import { includedTax } from "#domain/sales/payments/selling-settings.ts";
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
}

export function quoteFor({ price }: Item, coupon: CouponRecord | undefined, taxRate: number): Quote {
  const { amount: subtotal, currency } = price;
  const discount = coupon ? discountOn(price, coupon).amount : 0;
  const total = subtotal - discount;
  return { currency, subtotal, discount, tax: includedTax(total, taxRate), total };
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
