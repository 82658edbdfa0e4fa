import * as z from "zod";
import { type Coupon, NewCoupon } from "./coupon.ts";

const maxCoupons = 1000;

/** A batch of equal coupons: their number, the code format, and the shared fields. */
export const CouponBatch = NewCoupon.omit({ code: true, externalId: true }).extend({
  count: z
    .number()
    .int()
    .min(1)
    .refine((count) => count <= maxCoupons, {
      params: { code: "too_many_rows" },
      message: `Expected at most ${maxCoupons} coupons in one request.`,
    }),
  prefix: z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,20}$/, "Expected up to 20 letters, digits, hyphens and underscores.")
    .default(""),
  length: z
    .number()
    .int()
    .min(6)
    .max(20)
    .default(8)
    .meta({ description: "Number of random characters after the prefix" }),
});
export type CouponBatch = z.output<typeof CouponBatch>;

export type MadeCoupon = Pick<z.output<typeof Coupon>, "id" | "code">;
