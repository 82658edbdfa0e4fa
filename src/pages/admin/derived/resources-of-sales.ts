import type { AdminResource } from "./resource.ts";

/** Resources of selling and events, by the `object` of their schema. */
export const salesResources = {
  order: {
    names: { en: ["order", "Orders"], "zh-TW": "訂單" },
    label: ["number"],
    facts: ["email", "status", "total", "placed_at"],
  },
  payment: {
    names: { en: ["payment", "Payments"], "zh-TW": "付款" },
    label: ["provider_reference", "id"],
    facts: ["order_id", "provider", "status", "amount", "paid_at"],
  },
  refund: {
    group: "sell",
    names: { en: ["refund", "Refunds"], "zh-TW": "退款" },
    label: ["order_id"],
    facts: ["amount", "status", "reason", "created_at"],
  },
  coupon: {
    group: "sell",
    names: { en: ["coupon", "Coupons"], "zh-TW": "優惠碼" },
    about: { en: "Codes that reduce prices at the checkout.", "zh-TW": "結帳時折抵價格的代碼。" },
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
    names: { en: ["redemption", "Redemptions"], "zh-TW": "使用紀錄" },
    label: ["member_id"],
    facts: ["order_id", "amount", "created_at"],
  },
  membership_plan: {
    group: "sell",
    names: { en: ["membership", "Memberships"], "zh-TW": "會員方案" },
    about: {
      en: "Access to several courses and other benefits, for a price per month or year, or once.",
      "zh-TW": "以月費、年費或一次付清的價格，使用多門課程與其他權益。",
    },
    label: ["name"],
    facts: ["status", "plan_type", "subscriber_count", "visible"],
    rare: ["slug", "position", "faq", "member_limit", "fixed_end_date", "length_days", "trial_days"],
  },
  membership_pricing: {
    names: { en: ["price", "Prices"], "zh-TW": "價格" },
    label: ["label", "id"],
    facts: ["price", "interval", "interval_count", "active"],
  },
  subscription: {
    group: "sell",
    names: { en: ["subscription", "Subscriptions"], "zh-TW": "訂閱" },
    about: { en: "Memberships of members.", "zh-TW": "成員的會員資格。" },
    label: ["member_id"],
    facts: ["plan_id", "status", "current_period_end", "ends_at"],
  },
  digital_product: {
    group: "sell",
    names: { en: ["download", "Downloads"], "zh-TW": "數位商品" },
    about: { en: "Files that people buy and download.", "zh-TW": "可以購買並下載的檔案。" },
    label: ["name"],
    facts: ["status", "price", "sold_count", "updated_at"],
    rare: ["slug", "compare_at_price", "download_limit", "license"],
  },
  digital_product_grant: {
    names: { en: ["grant", "People with access"], "zh-TW": "可下載的人" },
    label: ["member_id"],
    facts: ["source", "granted_at", "expires_at", "downloads"],
  },
  consulting_service: {
    group: "sell",
    names: { en: ["consulting service", "Consulting"], "zh-TW": "諮詢服務" },
    about: { en: "Sessions with a lecturer, booked by time.", "zh-TW": "與講師一對一，按時段預約。" },
    label: ["name"],
    facts: ["status", "price", "duration_minutes", "format"],
    rare: ["slug", "intake_form_id", "cancellation_hours"],
  },
  consulting_booking: {
    group: "sell",
    names: { en: ["booking", "Bookings"], "zh-TW": "預約" },
    label: ["member_id"],
    facts: ["service_id", "lecturer_id", "starts_at", "status"],
  },
  event: {
    group: "events",
    names: { en: ["event", "Events"], "zh-TW": "活動" },
    about: { en: "Dates with tickets, online or at a place.", "zh-TW": "線上或實體的場次與票券。" },
    label: ["name"],
    facts: ["status", "starts_at", "format", "registered_count"],
    rare: ["slug", "reminders", "registration_opens_at", "registration_closes_at", "waitlist_enabled", "cover_file_id"],
  },
  event_ticket: {
    names: { en: ["ticket", "Tickets"], "zh-TW": "票種" },
    label: ["name"],
    facts: ["price", "capacity", "sold", "visible"],
    rare: ["position", "per_order_max"],
  },
  event_registration: {
    group: "events",
    names: { en: ["registration", "Registrations"], "zh-TW": "報名" },
    label: ["name", "email"],
    facts: ["event_id", "ticket_id", "quantity", "status", "created_at"],
  },
  event_category: {
    group: "events",
    names: { en: ["event category", "Event categories"], "zh-TW": "活動分類" },
    label: ["name"],
    facts: ["position"],
    rare: ["slug", "position"],
  },
} as const satisfies Record<string, AdminResource>;
