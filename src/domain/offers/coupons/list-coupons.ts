import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import {
  anyIdOf,
  anyOf,
  changeTimes,
  joinedToAny,
  matching,
  overlapping,
  range,
} from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { Code, Coupon, type CouponRecord, couponStatuses, serializeCoupon } from "./coupon.ts";
import { AnyProductId, productTypes } from "./product.ts";
import { columns, findCoupon, hasStatus } from "./queries.ts";
import { CouponRedemption, redemptionColumns, type RedemptionRow } from "./redemption.ts";
import { couponNotFound } from "./require-coupon.ts";

/** Coupons without an expiry date sort last. Must match the expression of the index. */
const expiry = sql`coalesce(coupons.expires_at, 'infinity')`;

const coupons = listing<CouponRecord>({
  kind: "coupon",
  table: sql`coupons`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", code: "text", expiresAt: "timestamptz or infinity" },
  filters: {
    status: matching(z.array(z.enum(couponStatuses)).min(1), (statuses, _site, now) => hasStatus(statuses, now)),
    code: anyOf(Code, sql`coupons.code`),
    productType: overlapping(z.enum(productTypes), sql`coupons.product_types`),
    productId: joinedToAny(AnyProductId, {
      column: sql`coupons.id`,
      table: sql`coupon_products`,
      by: sql`coupon_products.coupon_id`,
      key: sql`coupon_products.product_id`,
    }),
    expiresAt: range(Instant, sql`coupons.expires_at`, expiry),
    ...changeTimes(sql`coupons`),
  },
});

export const listCoupons = operation({
  name: "listCoupons",
  summary: "List coupons",
  description: "Filter by `product_type` and `product_id` for the coupons that are limited to them.",
  reads: "coupons:read",
  input: coupons.input,
  output: pageSchemaOf(Coupon),
  run: async (context, input) => mapPage(await coupons.page(context, input), serializeCoupon),
});

export const getCoupon = operation({
  name: "getCoupon",
  summary: "Retrieve a coupon",
  reads: "coupons:read",
  input: z.object({ coupon: ReferenceTo("coupon", "code") }),
  output: Coupon,
  async run(context, { coupon: reference }) {
    const coupon = await findCoupon(context, reference, context.now);
    if (!coupon) throw couponNotFound(reference);
    return serializeCoupon(coupon);
  },
});

const redemptions = listing<RedemptionRow>({
  kind: "couponRedemption",
  table: sql`coupon_redemptions`,
  columns: redemptionColumns,
  keepsDeleted: false,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz" },
  filters: {
    memberId: anyIdOf(Id("member"), sql`coupon_redemptions.member_id`),
    createdAt: range(Instant, sql`coupon_redemptions.created_at`),
  },
});

export const listCouponRedemptions = operation({
  name: "listCouponRedemptions",
  summary: "List the redemptions of a coupon",
  description: "The order is included only with `orders:read`.",
  reads: "coupons:read",
  input: redemptions.input.extend({ coupon: ReferenceTo("coupon", "code") }),
  output: pageSchemaOf(CouponRedemption),
  async run(context, { coupon: reference, ...requested }) {
    const coupon = await findCoupon(context, reference, context.now);
    if (!coupon) throw couponNotFound(reference);
    const page = await redemptions.page(context, requested, { of: sql`coupon_redemptions.coupon_id = ${coupon.id}` });
    const showsOrders = holdsScope(context.caller, "orders:read");
    const data = page.data.map(({ amount, currency, orderId, ...redemption }) => ({
      ...redemption,
      object: "coupon_redemption" as const,
      amount: { amount, currency },
      ...(showsOrders && { orderId }),
    }));
    return { ...page, data };
  },
});
