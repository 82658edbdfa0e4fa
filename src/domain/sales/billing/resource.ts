import { defineResource } from "#domain/platform/resource.ts";

/** Agreements to pay again and again: renewals of memberships and installments of courses. */
export const billing = defineResource({
  ids: { billingAgreement: "bag" },
  scopes: { read: null, write: null },
  tables: [
    {
      table: "billing_agreements",
      holds: "Recurring payments of members",
      kind: "billingAgreement",
      owner: { column: "member_id" },
      personal: "provider_customer",
      impersonal:
        "site_id id product_type product_id name subscription_id enrollment_id provider provider_reference status currency amount discount discounted interval interval_count payments payments_made period_start period_end period_anchor cancel_at_period_end canceled_at grace_ends_at reminded_at renewal_order_id due_at unsent mirrored_at created_at updated_at",
      fixed: "provider provider_reference currency interval",
      kept: {
        name: { why: "Accounting requires what was paid for.", instead: "'[erased]'" },
      },
      exportedAs: "recurring-payments",
      merging: { how: "move" },
      erasure: {
        how: "pseudonymize",
        blank: { provider_customer: "null" },
        why: "Accounting requires the terms of payments that were made. The provider's ID of the customer is deleted.",
      },
    },
  ],
  audit: {
    names: { billing_agreement: { en: "Recurring payment", "zh-TW": "定期付款" } },
    actions: {
      renewAgreement: { en: "A recurring payment was processed on schedule", "zh-TW": "依排程處理定期付款" },
      mirrorAgreement: {
        en: "A payment provider reported the state of a recurring payment",
        "zh-TW": "付款服務回報定期付款的狀態",
      },
      cancelMyAgreement: { en: "A member canceled their subscription", "zh-TW": "成員取消訂閱" },
      resumeMyAgreement: { en: "A member resumed their subscription", "zh-TW": "成員恢復訂閱" },
      switchMyPlan: {
        en: "A member changed the plan or price of their subscription",
        "zh-TW": "成員變更訂閱的方案或價格",
      },
      cancelAgreement: { en: "Staff canceled a recurring payment", "zh-TW": "工作人員取消定期付款" },
      resumeAgreement: { en: "Staff resumed a recurring payment", "zh-TW": "工作人員恢復定期付款" },
    },
  },
});
