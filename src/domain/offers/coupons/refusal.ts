import type { SiteScope } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import { percentageOf } from "#lib/text/smallest-payment.ts";
import { type CouponRecord, type Discount, discountOf } from "./coupon.ts";
import type { Product } from "./product.ts";
import { historyOf } from "./redemption.ts";

/** Reasons to reject a coupon. */
export const refusals = [
  "unknown_code",
  "disabled",
  "scheduled",
  "expired",
  "exhausted",
  "other_product",
  "other_currency",
  "total_too_low",
  "other_member",
  "used_up_by_member",
  "not_first_purchase",
] as const;
export type Refusal = (typeof refusals)[number];

/** The intended use of a coupon. Conditions on price and member are checked only if these are present. */
export interface Use {
  product: Product;
  price?: Money | undefined;
  memberId?: string | undefined;
}

/** Returns the first reason to reject this use, or undefined. */
export async function refusalOf(scope: SiteScope, coupon: CouponRecord, use: Use): Promise<Refusal | undefined> {
  if (coupon.status !== "active") return coupon.status;
  if (!isFor(coupon, use.product)) return "other_product";
  if (use.price) {
    if (coupon.discountCurrency !== null && coupon.discountCurrency !== use.price.currency) return "other_currency";
    const refusal = belowMinimum(coupon, use.price);
    if (refusal) return refusal;
  }
  return use.memberId === undefined ? undefined : refusalOfMember(scope, coupon, use.memberId);
}

function isFor({ appliesTo, productTypes, products }: CouponRecord, product: Product): boolean {
  if (appliesTo === "all") return true;
  if (appliesTo === "product_types") return productTypes.includes(product.type);
  return products.some(({ id }) => id === product.id);
}

function belowMinimum({ minTotalAmount, minTotalCurrency }: CouponRecord, price: Money): Refusal | undefined {
  if (minTotalAmount === null) return undefined;
  if (minTotalCurrency !== price.currency) return "other_currency";
  return price.amount < minTotalAmount ? "total_too_low" : undefined;
}

async function refusalOfMember(
  scope: SiteScope,
  { id, memberIds, maxPerMember, firstPurchaseOnly }: CouponRecord,
  memberId: string,
): Promise<Refusal | undefined> {
  if (memberIds && !memberIds.includes(memberId)) return "other_member";
  const { uses, hasBought } = await historyOf(scope, id, memberId);
  if (uses >= maxPerMember) return "used_up_by_member";
  return firstPurchaseOnly && hasBought ? "not_first_purchase" : undefined;
}

/** Returns the discount on a price, at most the price itself. */
export function discountOn(price: Money, coupon: CouponRecord): Money {
  return { amount: Math.min(amountOff(price, discountOf(coupon)), price.amount), currency: price.currency };
}

function amountOff(price: Money, discount: Discount): number {
  if (discount.kind === "free") return price.amount;
  return discount.kind === "percent" ? percentageOf(price, discount.percent) : discount.amount.amount;
}
