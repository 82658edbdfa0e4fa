import { defineResource } from "#domain/platform/resource.ts";

/** Access of members to membership plans. */
export const subscriptions = defineResource({
  ids: { subscription: "sbs" },
  tags: { subscriptions: "Access of members to membership plans." },
  scopes: { read: "subscriptions:read", write: "subscriptions:write" },
  events: {
    "subscription.created": { about: "A subscription was created" },
    "subscription.activated": { about: "An incomplete or trial subscription became active" },
    "subscription.trial_ending": { about: "A trial ends in three days" },
    "subscription.renewed": { about: "A new billing period of a subscription began" },
    "subscription.past_due": { about: "The renewal of a subscription failed" },
    "subscription.updated": { about: "The plan, price or end of a subscription was updated" },
    "subscription.paused": { about: "A subscription was paused" },
    "subscription.resumed": { about: "A subscription was resumed" },
    "subscription.cancel_scheduled": { about: "A subscription was scheduled for cancellation" },
    "subscription.canceled": { about: "A subscription ended by cancellation" },
    "subscription.expired": { about: "A subscription ended with its fixed term" },
  },
  tables: [
    {
      table: "subscriptions",
      holds: "Subscriptions to membership plans",
      kind: "subscription",
      owner: { column: "member_id" },
      personal: "cancel_reason external_id metadata",
      impersonal:
        "site_id id source_id plan_id pricing_id status source starts_at ends_at version created_at updated_at deleted_at is_lifetime trial_ends_at trial_end_notified current_period_start current_period_end period_anchor next_pricing_id cancel_at_period_end cancel_at canceled_at paused_at paused_until provider due_at grace_ends_at counted_status counted_started_at counted_ended_at counted_pricing_id counted_monthly counted_currency",
      fixed: "counted_status counted_currency",
      exportedAs: "subscriptions",
      merging: { how: "move" },
      erasure: {
        how: "pseudonymize",
        blank: { cancel_reason: "null", external_id: "null", metadata: "'{}'" },
        why: "Accounting requires them. A person with an active subscription can only be erased if the request cancels it.",
      },
    },
  ],
  audit: {
    names: { subscription: { en: "Subscription", "zh-TW": "訂閱" } },
    actions: {
      joinFreePlan: { en: "A member joined a free membership plan", "zh-TW": "成員加入免費會員方案" },
      grantSubscription: { en: "A membership plan was granted to a member", "zh-TW": "將會員方案授予成員" },
      updateSubscription: { en: "A subscription was updated", "zh-TW": "修改訂閱" },
      extendSubscription: { en: "A subscription was extended", "zh-TW": "延長訂閱" },
      cancelSubscription: {
        en: "A subscription was canceled, or scheduled to be canceled",
        "zh-TW": "取消訂閱，或排定取消",
      },
      resumeSubscription: { en: "A subscription was resumed", "zh-TW": "恢復訂閱" },
      pauseSubscription: { en: "A subscription was paused", "zh-TW": "暫停訂閱" },
      bulkSubscriptions: { en: "Subscriptions were changed in bulk", "zh-TW": "批次變更訂閱" },
      tendSubscription: {
        en: "A subscription started, renewed or ended on schedule",
        "zh-TW": "訂閱依排程開始、續期或結束",
      },
    },
  },
  exports: ["subscriptions"],
  imports: ["subscriptions"],
});
