import type { PersonalTable } from "../personal-table.ts";

/** Purchases and bookings. */
export const sales: readonly PersonalTable[] = [
  {
    table: "payments",
    holds: "Payments",
    kind: "payment",
    owner: { column: "order_id", through: "orders" },
    personal: "card_brand card_last4 metadata",
    impersonal:
      "site_id id subscription_id provider method status amount currency fee_amount provider_reference paid_at external_id version created_at updated_at deleted_at",
    exportedAs: "payments",
    erasure: {
      how: "pseudonymize",
      blank: { card_brand: "null", card_last4: "null", metadata: "'{}'" },
      why: "Accounting requires amounts and the provider's payment id. Card details are deleted.",
    },
  },
  {
    table: "refunds",
    holds: "Refunds",
    kind: "refund",
    owner: { column: "order_id", through: "orders" },
    personal: "reason metadata",
    impersonal:
      "site_id id payment_id status amount currency external_id version created_at updated_at deleted_at counted_at counted_amount",
    exportedAs: "refunds",
    erasure: {
      how: "pseudonymize",
      blank: { reason: "null", metadata: "'{}'" },
      why: "Accounting requires amounts. The reason is deleted.",
    },
  },
  {
    table: "order_lines",
    holds: "Order items",
    kind: "orderLine",
    owner: { column: "order_id", through: "orders" },
    impersonal:
      "site_id id product_type product_id name quantity unit_amount amount discount_amount tax_amount fulfilled_at position",
    exportedAs: "order-lines",
    erasure: { how: "pseudonymize", why: "Accounting requires them. They stay with the pseudonymous order." },
  },
  {
    table: "coupon_redemptions",
    holds: "Coupon redemptions",
    kind: "couponRedemption",
    owner: { column: "member_id" },
    impersonal: "site_id id coupon_id order_id amount currency created_at",
    exportedAs: "coupon-redemptions",
    erasure: { how: "pseudonymize", why: "Coupon statistics count them." },
  },
  {
    table: "orders",
    holds: "Orders and their status",
    kind: "order",
    owner: { column: "member_id" },
    personal: "invoice_url remark metadata",
    impersonal:
      "site_id id number status kind currency placed_at paid_at external_id version created_at updated_at deleted_at subtotal discount_total tax_total total refunded_total coupon_id coupon_code affiliate_code subscription_id invoice_number expires_at counted_paid_at counted_total",
    exportedAs: "orders",
    erasure: {
      how: "pseudonymize",
      blank: { invoice_url: "null", remark: "null", metadata: "'{}'" },
      why: "Accounting requires orders with their number and external ids. Remarks and the invoice URL are deleted.",
    },
  },
  {
    table: "subscriptions",
    holds: "Subscriptions to membership plans",
    kind: "subscription",
    owner: { column: "member_id" },
    personal: "cancel_reason metadata",
    impersonal:
      "site_id id plan_id pricing_id status source starts_at ends_at external_id version created_at updated_at deleted_at is_lifetime trial_ends_at trial_told current_period_start current_period_end period_anchor next_pricing_id cancel_at_period_end cancel_at canceled_at paused_at paused_until provider due_at counted_status counted_started_at counted_ended_at counted_pricing_id counted_monthly counted_currency",
    exportedAs: "subscriptions",
    erasure: {
      how: "pseudonymize",
      blank: { cancel_reason: "null", metadata: "'{}'" },
      why: "Accounting requires them. A person with an active subscription can only be erased if the request cancels it.",
    },
  },
  {
    table: "coupons",
    holds: "Coupons, some of them limited to certain people",
    kind: "coupon",
    personal: "member_ids",
    impersonal:
      "site_id id code name discount_kind discount_percent discount_amount discount_currency applies_to product_types min_total_amount min_total_currency max_redemptions max_per_member first_purchase_only starts_at expires_at duration duration_payments stackable enabled redeemed_count external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "own", why: "In a list of eligible people, the id is replaced by a pseudonym." },
  },
  {
    table: "event_registrations",
    holds: "Event registrations and form answers",
    kind: "eventRegistration",
    owner: { column: "member_id" },
    personal: "check_in_code answers external_id metadata",
    impersonal:
      "site_id id event_id ticket_id quantity status checked_in_at canceled_at source version created_at updated_at deleted_at counted_status counted_quantity counted_ends_at",
    exportedAs: "event-registrations",
    erasure: {
      how: "pseudonymize",
      blank: { check_in_code: "id::text", answers: "'{}'", external_id: "null", metadata: "'{}'" },
      why: "Statistics count seats and attendance. Answers and check-in codes are deleted. A person with a registration for a future event cannot be erased.",
    },
  },
  {
    table: "digital_product_grants",
    holds: "Access to digital products",
    kind: "digitalProductGrant",
    owner: { column: "member_id" },
    personal: "external_id metadata",
    impersonal:
      "site_id id product_id source source_id granted_at expires_at downloads version created_at updated_at deleted_at",
    exportedAs: "digital-products",
    erasure: { how: "pseudonymize", blank: { external_id: "null", metadata: "'{}'" }, why: "Statistics count sales." },
  },
  {
    table: "consulting_bookings",
    holds: "Consulting bookings and form answers",
    kind: "consultingBooking",
    owner: { column: "member_id" },
    personal: "meeting_url answers external_id metadata",
    impersonal:
      "site_id id service_id lecturer_id grant_id starts_at ends_at status version created_at updated_at deleted_at",
    exportedAs: "consulting-bookings",
    erasure: {
      how: "pseudonymize",
      blank: { meeting_url: "null", answers: "'{}'", external_id: "null", metadata: "'{}'" },
      why: "Statistics count sessions. Answers and meeting URLs are deleted. A person with a future booking cannot be erased.",
    },
  },
  {
    table: "consulting_grants",
    holds: "Purchased consulting sessions",
    kind: "consultingGrant",
    owner: { column: "member_id" },
    personal: "external_id metadata",
    impersonal:
      "site_id id service_id source source_id sessions_total sessions_used granted_at expires_at version created_at updated_at deleted_at",
    exportedAs: "consulting-sessions",
    erasure: { how: "pseudonymize", blank: { external_id: "null", metadata: "'{}'" }, why: "Statistics count sales." },
  },
  {
    table: "begun_downloads",
    holds: "Download links, as digests",
    secret: "digest",
    impersonal: "site_id expires_at",
    erasure: { how: "keep", why: "They expire with their link, within minutes." },
  },
];
