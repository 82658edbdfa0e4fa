import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { Money } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { resourceSchema } from "#domain/platform/resource-schema.ts";

/** A redemption of a coupon. */
export const CouponRedemption = resourceSchema("couponRedemption", {
  couponId: Id("coupon"),
  memberId: Id("member"),
  orderId: Id("order").nullable().optional().meta({ description: "Included only with `orders:read`" }),
  /** The amount deducted from the price. */
  amount: Money,
  createdAt: Instant,
});

export interface RedemptionRow {
  id: string;
  couponId: string;
  memberId: string;
  orderId: string | null;
  amount: number;
  currency: string;
  createdAt: Date;
}

export const redemptionColumns = sql`
  coupon_redemptions.id, coupon_redemptions.coupon_id, coupon_redemptions.member_id, coupon_redemptions.order_id,
  coupon_redemptions.amount, coupon_redemptions.currency, coupon_redemptions.created_at`;

/** Returns a member's history as far as coupons depend on it: uses of this coupon, and any payment. */
export const historyOf = async ({ db, site }: SiteScope, couponId: string, memberId: string) =>
  await db.one<{ uses: number; hasBought: boolean }>`
    select (select count(*) from coupon_redemptions
             where site_id = ${site.id} and ${table("coupon_redemptions").hasPair(["coupon_id", "member_id"], couponId, memberId)}) as uses,
           exists (select from orders
                    where site_id = ${site.id} and member_id = ${memberId} and paid_at is not null and total > 0) as has_bought`;
