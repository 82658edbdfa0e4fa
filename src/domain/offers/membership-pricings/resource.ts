import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Prices of membership plans. */
export const membershipPricings = defineResource({
  ids: { membershipPricing: "prc" },
  tags: { membership_pricings: "Prices of membership plans." },
  scopes: { read: "membership_plans:read", write: "membership_plans:write" },
  tables: [schoolData("membership_pricings", "School content and offers")],
  audit: {
    names: { membership_pricing: { en: "Membership plan price", "zh-TW": "會員方案價格" } },
    actions: {
      createMembershipPricing: { en: "A price of a membership plan was created", "zh-TW": "建立會員方案價格" },
      updateMembershipPricing: { en: "A price of a membership plan was updated", "zh-TW": "修改會員方案價格" },
    },
  },
});
