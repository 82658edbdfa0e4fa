import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Products whose refunds differ from the policy of the school. Out of reach of tokens and API keys. */
export const refundPolicies = defineResource({
  scopes: { read: null, write: null },
  tables: [schoolData("refund_policies", "Refund policies of single products")],
  audit: {
    names: { refund_policy: { en: "Refund policy", "zh-TW": "退款規則" } },
    actions: {
      saveRefundPolicy: { en: "The refund policy of a product was changed", "zh-TW": "變更產品的退款規則" },
      removeRefundPolicy: { en: "The refund policy of a product was removed", "zh-TW": "移除產品的退款規則" },
    },
  },
});
