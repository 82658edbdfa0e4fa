import { defineResource } from "#domain/platform/resource.ts";

/** Orders with their lines, payments and refunds. */
export const orders = defineResource({
  ids: { order: "ord", orderLine: "oli", payment: "pay", refund: "rfd", bundle: "bdl" },
  tags: {
    orders: "Purchases, created by the checkout and by imports. Sales that were paid elsewhere are recorded.",
    payments: "Payments for orders and subscriptions.",
    refunds: "Refunded payments.",
  },
  scopes: { read: "orders:read", write: null },
  events: {
    "order.created": { about: "An order was created" },
    "order.paid": { about: "An order was paid in full" },
    "order.payment_failed": { about: "A payment attempt for an order failed" },
    "order.expired": { about: "An order was not paid in time" },
    "order.canceled": { about: "An order was canceled" },
    "order.refunded": { about: "An order was refunded in part or in full" },
    "order.disputed": { about: "A dispute of an order was opened or closed" },
    "checkout.abandoned": { about: "A checkout was not paid within 60 minutes", reserved: true },
  },
  tables: [
    {
      table: "payments",
      holds: "Payments",
      kind: "payment",
      owner: { column: "order_id", through: "orders" },
      personal: "card_brand card_last4 failure_code failure_message metadata instructions checkout_url",
      impersonal:
        "site_id id subscription_id provider method status amount currency fee_amount provider_reference session_reference expires_at opened_at disputed_at dispute_lost_at divergence compared_at paid_at external_id version created_at updated_at deleted_at",
      fixed: "currency session_reference divergence",
      kept: {
        provider_reference: {
          why: "Accounting requires the ID of the payment at its provider. References that the school typed are deleted.",
          onlyIf: "provider not in ('offline', 'external')",
          instead: "null",
        },
        external_id: {
          why: "Accounting requires it: it finds the payment in the system that keeps the books.",
          instead: "null",
        },
      },
      exportedAs: "payments",
      merging: { how: "follow" },
      erasure: {
        how: "pseudonymize",
        blank: {
          card_brand: "null",
          card_last4: "null",
          failure_code: "null",
          failure_message: "null",
          metadata: "'{}'",
          instructions: "null",
          checkout_url: "null",
        },
        why: "Accounting requires amounts and the provider's payment ID. Card details and reasons of failures are deleted.",
      },
    },
    {
      table: "refunds",
      holds: "Refunds",
      kind: "refund",
      owner: { column: "order_id", through: "orders" },
      personal: "reason metadata",
      impersonal:
        "site_id id payment_id line_id access provider_reference status amount currency external_id version created_at updated_at deleted_at counted_at counted_amount",
      fixed: "access provider_reference currency",
      kept: {
        external_id: {
          why: "Accounting requires it: it finds the refund in the system that keeps the books.",
          instead: "null",
        },
      },
      exportedAs: "refunds",
      merging: { how: "follow" },
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
        "site_id id product_type product_id name quantity unit_amount amount discount_amount tax_amount tax_rate refunded_amount fulfilled_at fulfilled_id position recurrence voucher_id",
      fixed: "recurrence",
      kept: {
        name: { why: "Accounting requires what was sold.", instead: "'[erased]'" },
      },
      exportedAs: "order-lines",
      merging: { how: "follow" },
      erasure: { how: "pseudonymize", why: "Accounting requires them. They stay with the pseudonymous order." },
    },
    {
      table: "orders",
      holds: "Orders and their status",
      kind: "order",
      owner: { column: "member_id" },
      personal: "invoice_url remark affiliate_code metadata buyer",
      impersonal:
        "site_id id number status kind currency placed_at paid_at external_id version created_at updated_at deleted_at subtotal discount_total tax_total total refunded_total coupon_id coupon_code subscription_id invoice_number expires_at checkout_key attention seller agreement_id period_start period_end counted_paid_at counted_total",
      fixed: "currency checkout_key attention seller",
      kept: {
        number: { why: "Accounting requires it: receipts and refunds refer to it.", instead: "id::text" },
        invoice_number: {
          why: "Accounting requires it: the receipt has been issued under this number.",
          instead: "'[erased]'",
        },
        external_id: {
          why: "Accounting requires it: it finds the order in the system that keeps the books.",
          instead: "null",
        },
        coupon_code: {
          why: "Accounting requires the reason of the discount. Coupons belong to the school.",
          instead: "'[erased]'",
        },
      },
      exportedAs: "orders",
      merging: { how: "own" },
      erasure: {
        how: "pseudonymize",
        blank: { invoice_url: "null", remark: "null", affiliate_code: "null", metadata: "'{}'", buyer: "null" },
        why: "Accounting requires orders with their number and external IDs. Remarks, affiliate codes and the invoice URL are deleted.",
      },
    },
  ],
  audit: { names: {}, actions: {} },
  exports: ["orders", "payments", "refunds"],
  imports: ["orders"],
});
