import type { Context } from "#domain/platform/context.ts";
import type { Money } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { moveRedemptions } from "./move-redemptions.ts";
import type { Product } from "./product.ts";
import { lockCoupon } from "./queries.ts";
import { discountOn, refusalOf } from "./refusal.ts";

interface Purchase {
  couponId: string;
  product: Product;
  price: Money;
  memberId: string;
  orderId: string | null;
}

/**
 * Redeems a coupon once. Must run in a transaction: the lock on the coupon prevents concurrent redemptions over its
 * limit.
 */
export async function redeemCoupon(context: Context, purchase: Purchase): Promise<Money> {
  const { couponId, memberId, orderId, price } = purchase;
  const coupon = await lockCoupon(context, { id: couponId }, context.now);
  if (!coupon) throw notFound("coupon", formatId("coupon", couponId));
  const refusal = await refusalOf(context, coupon, purchase);
  if (refusal) throw new Problem("conflict", `The coupon ${coupon.code} cannot be redeemed: ${refusal}.`);
  const discount = discountOn(price, coupon);
  const use = { couponId, memberId, orderId, ...discount, createdAt: context.now };
  await moveRedemptions(context, [{ before: undefined, after: use }]);
  return discount;
}
