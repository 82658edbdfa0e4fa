import type { ResourceDeclaration } from "./resource.ts";

/** Resources of selling and events, by the `object` of their schema. */
export const salesResources = {
  order: {
    label: ["number"],
    facts: ["email", "status", "total", "placed_at"],
  },
  payment: {
    label: ["provider_reference", "id"],
    facts: ["order_id", "provider", "status", "amount", "paid_at"],
  },
  refund: {
    group: "sell",
    label: ["order_id"],
    facts: ["amount", "status", "reason", "created_at"],
  },
  coupon: {
    group: "sell",
    label: ["code"],
    facts: ["name", "discount", "status", "redeemed_count", "expires_at"],
    rare: [
      "max_redemptions",
      "max_per_member",
      "first_purchase_only",
      "member_ids",
      "min_total",
      "duration",
      "stackable",
    ],
  },
  coupon_redemption: {
    label: ["member_id"],
    facts: ["order_id", "amount", "created_at"],
  },
  membership_plan: {
    group: "sell",
    label: ["name"],
    facts: ["status", "plan_type", "subscriber_count", "visible"],
    rare: ["slug", "position", "faq", "member_limit", "fixed_end_date", "length_days", "trial_days"],
  },
  membership_pricing: {
    label: ["label", "id"],
    facts: ["price", "interval", "interval_count", "active"],
  },
  subscription: {
    group: "sell",
    label: ["member_id"],
    facts: ["plan_id", "status", "current_period_end", "ends_at"],
  },
  digital_product: {
    group: "sell",
    label: ["name"],
    facts: ["status", "price", "sold_count", "updated_at"],
    rare: ["slug", "compare_at_price", "download_limit", "license"],
  },
  digital_product_grant: {
    label: ["member_id"],
    facts: ["source", "granted_at", "expires_at", "downloads"],
  },
  consulting_service: {
    group: "sell",
    label: ["name"],
    facts: ["status", "price", "duration_minutes", "format"],
    rare: ["slug", "intake_form_id", "cancellation_hours"],
  },
  consulting_booking: {
    group: "sell",
    label: ["member_id"],
    facts: ["service_id", "lecturer_id", "starts_at", "status"],
  },
  event: {
    group: "events",
    label: ["name"],
    facts: ["status", "starts_at", "format", "registered_count"],
    rare: ["slug", "reminders", "registration_opens_at", "registration_closes_at", "waitlist_enabled", "cover_file_id"],
  },
  event_ticket: {
    label: ["name"],
    facts: ["price", "capacity", "sold", "visible"],
    rare: ["position", "per_order_max"],
  },
  event_registration: {
    group: "events",
    label: ["name", "email"],
    facts: ["event_id", "ticket_id", "quantity", "status", "created_at"],
  },
  event_category: {
    group: "events",
    label: ["name"],
    facts: ["position"],
    rare: ["slug", "position"],
  },
} as const satisfies Record<string, ResourceDeclaration>;
