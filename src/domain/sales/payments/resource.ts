import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Payment providers of a school, checkouts and the events of providers. */
export const payments = defineResource({
  scopes: { read: null, write: null },
  tables: [
    {
      table: "checkout_reservations",
      holds: "Reserved seats, coupons and sessions of unpaid checkouts",
      owner: { column: "member_id" },
      impersonal:
        "site_id id order_id product_id container_id coupon_id quantity expires_at lecturer_id starts_at ends_at held_until",
      exportedAs: "checkout-reservations",
      merging: { how: "move" },
      erasure: { how: "delete", why: "They only serve the person." },
    },
    {
      table: "provider_events",
      holds:
        "Payment provider events about orders, deleted after 90 days, or after a year if they could not be applied",
      owner: { column: "order_id", through: "orders" },
      personal: "payload event",
      impersonal: "site_id provider message_id type received_at processed_at result reference error",
      fixed: "provider message_id type reference error",
      exportedAs: "provider-events",
      merging: { how: "follow" },
      erasure: {
        how: "pseudonymize",
        blank: { payload: "'{}'", event: "null" },
        why: "Their IDs prevent that a repeated event is applied twice, until they are deleted. Contents are deleted immediately.",
      },
    },
    {
      table: "payment_accounts",
      holds: "Payment providers of the school",
      secret: "credentials",
      impersonal: "site_id provider enabled settings created_at updated_at",
      erasure: { how: "keep", why: "School data." },
    },
    schoolData("selling_settings", "Sales settings"),
    schoolData("reconciliations", "The last comparison of payments with their providers"),
    schoolData("receipt_counters", "Last receipt numbers"),
  ],
  audit: {
    names: {
      order: { en: "Order", "zh-TW": "訂單" },
      payment_provider: { en: "Payment method", "zh-TW": "付款方式" },
      provider_event: { en: "Payment provider event", "zh-TW": "付款服務的事件" },
      selling_settings: { en: "Sales settings", "zh-TW": "銷售設定" },
    },
    actions: {
      savePaymentProvider: { en: "A payment method was changed", "zh-TW": "變更付款方式" },
      savePaymentCredentials: {
        en: "The credentials of a payment method were changed",
        "zh-TW": "變更付款方式的金鑰",
      },
      removePaymentCredentials: {
        en: "The credentials of a payment method were removed",
        "zh-TW": "移除付款方式的金鑰",
      },
      applyProviderEvent: { en: "A payment provider event was applied", "zh-TW": "套用付款服務的事件" },
      requestReconciliation: { en: "Payments were compared with their providers", "zh-TW": "與付款服務比對付款" },
      saveSellingSettings: { en: "The sales settings were changed", "zh-TW": "變更銷售設定" },
      purgeGuest: { en: "A guest who had never paid was deleted", "zh-TW": "刪除從未付款的訪客" },
      placeGuestOrder: { en: "A visitor placed an order", "zh-TW": "訪客下單" },
      sendOrderToGuest: { en: "The email about an order was sent again", "zh-TW": "重新寄送訂單郵件" },
      placeOrder: { en: "A member placed an order", "zh-TW": "成員下單" },
      retryPayment: { en: "A member tried to pay an order again", "zh-TW": "成員重新付款" },
      settlePayment: { en: "A payment changed its state", "zh-TW": "付款狀態變更" },
      confirmOfflinePayment: { en: "A bank transfer was confirmed", "zh-TW": "確認銀行轉帳" },
      cancelOrder: { en: "An unpaid order was canceled", "zh-TW": "取消未付款的訂單" },
      refundOrder: { en: "An order was refunded", "zh-TW": "訂單退款" },
      confirmRefund: { en: "A manual refund was confirmed", "zh-TW": "確認自行退還的款項" },
      recordSale: { en: "A paid order was recorded", "zh-TW": "登錄已付款的訂單" },
      recordRefund: { en: "A refund was recorded", "zh-TW": "登錄退款" },
      dismissAttention: { en: "The problem of an order was marked as solved", "zh-TW": "將訂單問題標示為已處理" },
    },
  },
});
