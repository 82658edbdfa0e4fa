import { findOrderForStaff, listOrdersWithAttention } from "#domain/sales/payments/staff/read-orders.ts";
import { findReceiptForStaff } from "#domain/sales/payments/member/my-orders.ts";
import { listProductsToSell } from "#domain/sales/recorded-sales/list-products-to-sell.ts";
import { listVouchersForStaff } from "#domain/sales/vouchers/read-vouchers.ts";
import {
  confirmOfflinePayment,
  cancelOrder,
  dismissAttention,
  confirmRefund,
} from "#domain/sales/payments/staff/change-orders.ts";
import { previewRefund, refundOrder } from "#domain/sales/payments/staff/refund-order.ts";

/** Orders: payments and refunds by hand, receipts, vouchers. */
export const orderOperations = {
  findOrderForStaff,
  findReceiptForStaff,
  listOrdersWithAttention,
  listProductsToSell,
  listVouchersForStaff,
  confirmOfflinePayment,
  cancelOrder,
  dismissAttention,
  previewRefund,
  refundOrder,
  confirmRefund,
};
