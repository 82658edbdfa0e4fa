import assert from "node:assert/strict";
import { moveRedemptions } from "#domain/offers/coupons/move-redemptions.ts";
import { lockCoupon } from "#domain/offers/coupons/queries.ts";
import { discountOn, refusalOf } from "#domain/offers/coupons/refusal.ts";
import { parseId } from "#domain/platform/ids.ts";
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

/** Redeems a coupon as a paid order does. */
export function redeem({ site, member }: Operator, coupon: Made, course: Made, memberId = member.id) {
  const product = { type: "course", id: parseId("course", course.id)! } as const;
  return database.transaction(async (db) => {
    const context = {
      db,
      site: site.site,
      caller: { kind: "system" },
      now: now(),
      requestId: null,
      address: null,
    } as const;
    const found = await lockCoupon(context, { id: parseId("coupon", coupon.id)! }, now());
    assert.ok(found);
    const price = { amount: 1000, currency: "EUR" };
    assert.equal(await refusalOf(context, found, { product, price, memberId }), undefined);
    const discount = discountOn(price, found);
    const use = { couponId: found.id, memberId, orderId: null, ...discount, createdAt: now() };
    await moveRedemptions(context, [{ before: undefined, after: use }]);
    return discount;
  });
}
