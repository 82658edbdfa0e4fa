import assert from "node:assert/strict";
import { moveRedemptions } from "#domain/offers/coupons/move-redemptions.ts";
import { lockCoupon } from "#domain/offers/coupons/queries.ts";
import { discountOn, refusalOf } from "#domain/offers/coupons/refusal.ts";
import { parseId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { type Json, type Made, make } from "./make.ts";
import type { Operator } from "./operator.ts";

export const scopes = "coupons:read coupons:write courses:read courses:write membership_plans:write members:read";

export const tenOff = { discount: { kind: "percent", percent: 10 } };

export const inDays = (days: number) => new Date(now().getTime() + days * 86_400_000).toISOString();

export const aCoupon = (operator: Operator, fields: Json = {}) =>
  make(operator, "/coupons", { code: "SPRING", ...tenOff, ...fields });

export async function aPricedCourse(operator: Operator, amount = 1000) {
  const course = await make(operator, "/courses", { name: "Knots" });
  const price = { amount, currency: "EUR" };
  const plan = await make(operator, `/courses/${course.id}/plans`, { name: "Once", plan_type: "one_time", price });
  return { course, plan, question: { product_type: "course", product_id: course.id, plan_id: plan.id } };
}

/** Redeems a coupon as an order and its payment do: the lock of the coupon prevents redemptions over its limit. */
export function redeem({ site, member }: Operator, coupon: Made, course: Made, memberId = member.id) {
  const product = { type: "course", id: parseId("course", course.id)! } as const;
  const price = { amount: 1000, currency: "EUR" };
  return database.transaction(async (db) => {
    const at = now();
    const context = {
      db,
      site: site.site,
      caller: { kind: "system" as const },
      now: at,
      requestId: null,
      address: null,
    };
    const couponId = parseId("coupon", coupon.id)!;
    const locked = await lockCoupon(context, { id: couponId }, at);
    assert.ok(locked);
    const refusal = await refusalOf(context, locked, { product, price, memberId });
    if (refusal) throw new Problem("conflict", refusal);
    const redemption = { couponId, memberId, orderId: null, ...discountOn(price, locked), createdAt: at };
    await moveRedemptions(context, [{ before: undefined, after: redemption }]);
  });
}
