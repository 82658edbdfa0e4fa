import { schoolData, schoolText } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Codes for discounts. */
export const coupons = defineResource({
  ids: { coupon: "cpn", couponRedemption: "crd" },
  tags: { coupons: "Discount codes." },
  scopes: { read: "coupons:read", write: "coupons:write" },
  events: {
    "coupon.created": { about: "A coupon was created" },
    "coupon.updated": { about: "A coupon was updated or disabled" },
    "coupon.redeemed": { about: "A coupon was redeemed in a paid order", object: "coupon_redemption" },
    "coupon.exhausted": { about: "The last redemption of a coupon was used" },
  },
  tables: [
    {
      table: "coupon_redemptions",
      holds: "Coupon redemptions",
      kind: "couponRedemption",
      owner: { column: "member_id" },
      impersonal: "site_id id coupon_id order_id amount currency created_at",
      fixed: "currency",
      exportedAs: "coupon-redemptions",
      merging: { how: "move" },
      erasure: { how: "pseudonymize", why: "Coupon statistics count them." },
    },
    {
      table: "coupons",
      holds: "Coupons, some of them limited to certain people",
      kind: "coupon",
      personal: "member_ids",
      impersonal:
        "site_id id code name discount_kind discount_percent discount_amount discount_currency applies_to product_types min_total_amount min_total_currency max_redemptions max_per_member first_purchase_only starts_at expires_at duration duration_payments stackable enabled redeemed_count external_id metadata version created_at updated_at deleted_at",
      fixed: "discount_currency product_types min_total_currency",
      kept: schoolText("code name external_id metadata"),
      merging: { how: "own" },
      erasure: { how: "own", why: "In a list of eligible people, the ID is replaced by a pseudonym." },
    },
    schoolData("coupon_products", "School content and offers"),
  ],
  audit: {
    names: { coupon: { en: "Coupon", "zh-TW": "優惠碼" } },
    actions: {
      createCoupon: { en: "A coupon was created", "zh-TW": "建立優惠碼" },
      deleteCoupon: { en: "A coupon was deleted or disabled", "zh-TW": "刪除或停用優惠碼" },
      generateCoupons: { en: "Coupons were created in bulk", "zh-TW": "批次建立優惠碼" },
      updateCoupon: { en: "A coupon was updated", "zh-TW": "修改優惠碼" },
    },
  },
  exports: ["coupons"],
});
