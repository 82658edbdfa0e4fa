import { generateCoupons } from "#domain/offers/coupons/generate-coupons.ts";
import * as coupons from "#domain/offers/coupons/list-coupons.ts";
import * as couponChanges from "#domain/offers/coupons/save-coupon.ts";
import { validateCoupon } from "#domain/offers/coupons/validate-coupon.ts";
import { ask, change, create, makeOrStart, read, remove, type Route } from "../route.ts";

/** Coupons and their redemptions. */
export const couponRoutes: readonly Route[] = [
  read("/coupons", coupons.listCoupons),
  read("/coupons/:coupon", coupons.getCoupon),
  create("/coupons", couponChanges.createCoupon),
  change("/coupons/:coupon", couponChanges.updateCoupon),
  remove("/coupons/:coupon", couponChanges.deleteCoupon),
  makeOrStart("/coupons/bulk_generate", generateCoupons),
  read("/coupons/:coupon/redemptions", coupons.listCouponRedemptions),
  ask("/coupons/validate", validateCoupon),
];
