import type { PersonalTable } from "../personal-table.ts";

/** What somebody bought, and where they are expected. */
export const sales: readonly PersonalTable[] = [
  {
    table: "payments",
    holds: "How something was paid",
    kind: "payment",
    owner: { column: "order_id", through: "orders" },
    personal: "card_brand card_last4 metadata",
    impersonal:
      "site_id id subscription_id provider method status amount currency fee_amount provider_reference paid_at external_id version created_at updated_at deleted_at",
    exportedAs: "payments",
    erasure: {
      how: "pseudonymise",
      blank: { card_brand: "null", card_last4: "null", metadata: "'{}'" },
      why: "The books need amounts, and what the provider calls the payment; the card is told no more.",
    },
  },
  {
    table: "refunds",
    holds: "What was given back",
    kind: "refund",
    owner: { column: "order_id", through: "orders" },
    personal: "reason metadata",
    impersonal:
      "site_id id payment_id status amount currency external_id version created_at updated_at deleted_at counted_at counted_amount",
    exportedAs: "refunds",
    erasure: {
      how: "pseudonymise",
      blank: { reason: "null", metadata: "'{}'" },
      why: "The books need amounts; the reason goes.",
    },
  },
  {
    table: "order_lines",
    holds: "What was bought",
    kind: "orderLine",
    owner: { column: "order_id", through: "orders" },
    impersonal:
      "site_id id product_type product_id name quantity unit_amount amount discount_amount tax_amount fulfilled_at position",
    exportedAs: "order-lines",
    erasure: { how: "pseudonymise", why: "The books need it; it stays with the order, which leads to nobody." },
  },
  {
    table: "coupon_redemptions",
    holds: "Who used a coupon",
    kind: "couponRedemption",
    owner: { column: "member_id" },
    impersonal: "site_id id coupon_id order_id amount currency created_at",
    exportedAs: "coupon-redemptions",
    erasure: { how: "pseudonymise", why: "Coupons count it." },
  },
  {
    table: "orders",
    holds: "What somebody ordered, and what became of it",
    kind: "order",
    owner: { column: "member_id" },
    personal: "invoice_url remark metadata",
    impersonal:
      "site_id id number status kind currency placed_at paid_at external_id version created_at updated_at deleted_at subtotal discount_total tax_total total refunded_total coupon_id coupon_code affiliate_code subscription_id invoice_number expires_at counted_paid_at counted_total",
    exportedAs: "orders",
    erasure: {
      how: "pseudonymise",
      blank: { invoice_url: "null", remark: "null", metadata: "'{}'" },
      why: "The books need it, with its number and those of other systems; remarks and the address of the invoice go.",
    },
  },
  {
    table: "subscriptions",
    holds: "Which plans somebody has, and how long",
    kind: "subscription",
    owner: { column: "member_id" },
    personal: "cancel_reason metadata",
    impersonal:
      "site_id id plan_id pricing_id status source starts_at ends_at external_id version created_at updated_at deleted_at is_lifetime trial_ends_at trial_told current_period_start current_period_end period_anchor next_pricing_id cancel_at_period_end cancel_at canceled_at paused_at paused_until provider due_at counted_status counted_started_at counted_ended_at counted_pricing_id counted_monthly counted_currency",
    exportedAs: "subscriptions",
    erasure: {
      how: "pseudonymise",
      blank: { cancel_reason: "null", metadata: "'{}'" },
      why: "The books need it. Nobody is erased who has one that goes on, unless it is to be canceled.",
    },
  },
  {
    table: "coupons",
    holds: "Discounts, some of them for certain people",
    kind: "coupon",
    personal: "member_ids",
    impersonal:
      "site_id id code name discount_kind discount_percent discount_amount discount_currency applies_to product_types min_total_amount min_total_currency max_redemptions max_per_member first_purchase_only starts_at expires_at duration duration_payments stackable enabled redeemed_count external_id metadata version created_at updated_at deleted_at",
    erasure: { how: "own", why: "In the list of those whom one is for, the id stands for nobody." },
  },
  {
    table: "event_registrations",
    holds: "Who comes to an event, and what they were asked",
    kind: "eventRegistration",
    owner: { column: "member_id" },
    personal: "check_in_code answers external_id metadata",
    impersonal:
      "site_id id event_id ticket_id quantity status checked_in_at canceled_at source version created_at updated_at deleted_at counted_status counted_quantity counted_ends_at",
    exportedAs: "event-registrations",
    erasure: {
      how: "pseudonymise",
      blank: { check_in_code: "id::text", answers: "'{}'", external_id: "null", metadata: "'{}'" },
      why: "Places and attendance are counted; answers go, and the code that lets somebody in. Nobody is erased who is expected still.",
    },
  },
  {
    table: "digital_product_grants",
    holds: "Who has a product for download",
    kind: "digitalProductGrant",
    owner: { column: "member_id" },
    personal: "external_id metadata",
    impersonal:
      "site_id id product_id source source_id granted_at expires_at downloads version created_at updated_at deleted_at",
    exportedAs: "digital-products",
    erasure: { how: "pseudonymise", blank: { external_id: "null", metadata: "'{}'" }, why: "Sales are counted." },
  },
  {
    table: "consulting_bookings",
    holds: "Who has a session, when, and what they were asked",
    kind: "consultingBooking",
    owner: { column: "member_id" },
    personal: "meeting_url answers external_id metadata",
    impersonal:
      "site_id id service_id lecturer_id grant_id starts_at ends_at status version created_at updated_at deleted_at",
    exportedAs: "consulting-bookings",
    erasure: {
      how: "pseudonymise",
      blank: { meeting_url: "null", answers: "'{}'", external_id: "null", metadata: "'{}'" },
      why: "Sessions are counted; answers and where to meet go. Nobody is erased who is expected still.",
    },
  },
  {
    table: "consulting_grants",
    holds: "Who has bought sessions",
    kind: "consultingGrant",
    owner: { column: "member_id" },
    personal: "external_id metadata",
    impersonal:
      "site_id id service_id source source_id sessions_total sessions_used granted_at expires_at version created_at updated_at deleted_at",
    exportedAs: "consulting-sessions",
    erasure: { how: "pseudonymise", blank: { external_id: "null", metadata: "'{}'" }, why: "Sales are counted." },
  },
  {
    table: "begun_downloads",
    holds: "Links by which a download was begun, as digests",
    secret: "digest",
    impersonal: "site_id expires_at",
    erasure: { how: "keep", why: "They end with their link, within minutes." },
  },
];
