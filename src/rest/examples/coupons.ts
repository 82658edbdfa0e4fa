import { exampleId } from "#domain/platform/ids.ts";
import type { ResponseExamples, Examples, ResourceExamples } from "./examples.ts";

export const couponExamples: Examples = {
  createCoupon: [
    [
      "A percentage discount, in spring",
      {
        code: "SPRING-25",
        discount: { kind: "percent", percent: 25 },
        starts_at: "2034-03-01T00:00:00.000Z",
        expires_at: "2034-06-01T00:00:00.000Z",
        max_redemptions: 500,
      },
    ],
    [
      "A fixed discount on one course",
      {
        code: "SKY-10",
        discount: { kind: "amount", amount: { amount: 1000, currency: "USD" } },
        applies_to: { kind: "products", products: [{ type: "course", id: exampleId("course") }] },
        max_per_member: 1,
      },
    ],
    [
      "A free coupon with limited uses",
      { code: "PRESS", discount: { kind: "free" }, member_ids: [exampleId("member")] },
    ],
  ],
  updateCoupon: { name: "Spring sale", max_redemptions: 1000 },
  generateCoupons: {
    count: 20,
    prefix: "OPEN-",
    length: 8,
    discount: { kind: "percent", percent: 50 },
    max_redemptions: 1,
  },
  validateCoupon: { code: "SPRING-25", product_type: "course", product_id: exampleId("course") },
};

const quarter = { kind: "percent", percent: 25 };

export const couponResources: ResourceExamples = {
  coupon: {
    code: "SPRING-25",
    name: "Spring sale",
    discount: quarter,
    max_redemptions: 500,
    max_per_member: 1,
    member_ids: null,
    starts_at: "2025-09-01T00:00:00.000Z",
    expires_at: "2026-06-01T00:00:00.000Z",
    status: "active",
    redeemed_count: 61,
  },
  coupon_redemption: { amount: { amount: 1225, currency: "USD" } },
  coupon_validation: {
    valid: true,
    coupon_id: exampleId("coupon"),
    discount: quarter,
    price: { amount: 4900, currency: "USD" },
    discount_amount: { amount: 1225, currency: "USD" },
    total: { amount: 3675, currency: "USD" },
  },
};

export const couponResponses: ResponseExamples = {
  createCoupon: { name: null, redeemed_count: 0 },
  updateCoupon: { max_redemptions: 1000 },
  generateCoupons: { data: [{ id: exampleId("coupon"), code: "OPEN-7KQ2M9XD" }] },
};
