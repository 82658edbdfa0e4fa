import type { Context } from "#domain/context.ts";
import type { Money } from "#domain/fields.ts";
import { formatId, newId } from "#domain/ids.ts";
import { recordEvent } from "#domain/outbox/record-event.ts";
import { notFound, Problem } from "#domain/problem.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import type { Product } from "./product.ts";
import { lockCoupon, updateCoupon } from "./queries.ts";
import { CouponRedemption, insertRedemption } from "./redemption.ts";
import { discountOn, refusalOf } from "./refusal.ts";

interface Purchase {
  couponId: string;
  product: Product;
  price: Money;
  memberId: string;
  orderId: string | null;
}

const encode = compileEncoder(CouponRedemption.omit({ orderId: true }));

/** Uses a coupon once, for a transaction: of as many at once as there are, no more get it than it is good for. */
export async function redeemCoupon(context: Context, purchase: Purchase): Promise<Money> {
  const { couponId, memberId, orderId, price } = purchase;
  const coupon = await lockCoupon(context, { id: couponId }, context.now);
  if (!coupon) throw notFound("coupon", formatId("coupon", couponId));
  const refusal = await refusalOf(context, coupon, purchase);
  if (refusal) throw new Problem("conflict", `The coupon ${coupon.code} is not accepted here: ${refusal}.`);
  const discount = discountOn(price, coupon);
  const redemption = { id: newId(), couponId, memberId, ...discount, createdAt: context.now };
  await insertRedemption(context, { ...redemption, orderId });
  const redeemedCount = coupon.redeemedCount + 1;
  await updateCoupon(context, couponId, { redeemedCount }, context.now);

  const id = formatId("couponRedemption", redemption.id);
  const data = encode({ ...redemption, object: "coupon_redemption", amount: discount }) as Record<string, unknown>;
  await recordEvent(context, { type: "coupon.redeemed", objectId: id, data });
  if (redeemedCount === coupon.maxRedemptions) {
    const about = formatId("coupon", couponId);
    await recordEvent(context, { type: "coupon.exhausted", objectId: about, data: { id: about, object: "coupon" } });
  }
  return discount;
}
