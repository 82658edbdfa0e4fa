import { assignments, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { RefundAccess } from "#domain/site/selling/refund-access.ts";
import { maxLinesPerOrder, type OrderLineRow, type OrderRow } from "./order.ts";
import type { PaymentRow, RefundRow } from "./payment.ts";
import { paymentColumns, refundColumns } from "./queries.ts";
import type { Recurrence } from "#domain/sales/billing/agreement.ts";

/** Reasons why staff has to look at an order. */
export const attentions = [
  "amount_differs",
  "paid_twice",
  "not_fulfilled",
  "paid_after_end",
  "refund_failed",
  "refund_by_hand",
  "disputed",
  "differs_there",
] as const;
export type Attention = (typeof attentions)[number];

/** The buyer at the time of the order. */
export interface Buyer {
  name: string | null;
  email: string;
}

/** The school on a receipt, at the time of the payment. */
export interface Seller {
  name: string | null;
  address: string | null;
  taxId: string | null;
  taxName: string | null;
}

/** An order as payments change it. */
export interface PayableOrder extends Pick<
  OrderRow,
  | "id"
  | "number"
  | "memberId"
  | "status"
  | "kind"
  | "subscriptionId"
  | "currency"
  | "discountTotal"
  | "total"
  | "refundedTotal"
  | "couponId"
  | "invoiceNumber"
  | "expiresAt"
  | "paidAt"
> {
  attention: Attention | null;
  buyer: Buyer | null;
  /** The recurring payment that it belongs to, and the period that it pays. */
  agreementId: string | null;
  periodStart: Date | null;
  periodEnd: Date | null;
}

export const {
  lock: lockOrder,
  find: findPayableOrder,
  update: updateOrder,
} = defineTable<PayableOrder, never, Omit<OrderChanges, "id" | "buyer">>("orders", {
  without:
    "affiliate_code checkout_key counted_paid_at counted_total coupon_code created_at external_id invoice_url metadata placed_at remark seller subtotal tax_total updated_at version",
});

interface OrderChanges extends Partial<PayableOrder> {
  taxTotal?: number;
  buyer?: never;
  seller?: Seller;
}

/** Connects an order with the recurring payment that it started. */
export async function setAgreementOfOrder(
  { db, site }: SiteScope,
  id: string,
  { agreementId, subscriptionId }: Pick<PayableOrder, "agreementId" | "subscriptionId">,
): Promise<void> {
  await db.run`
    update orders set agreement_id = ${agreementId}, subscription_id = ${subscriptionId}
     where site_id = ${site.id} and id = ${id}`;
  await db.run`
    update payments set subscription_id = ${subscriptionId} where site_id = ${site.id} and order_id = ${id}`;
}

/** An order line with what it gave. */
export interface FulfilledLine extends OrderLineRow {
  fulfilledId: string | null;
  refundedAmount: number;
  /** In hundredths of a percent. */
  taxRate: number;
  /** Terms of the payments that follow. Null: there are none. */
  recurrence: Recurrence | null;
  /** The gift or the seats that the line bought. Null: it is for the buyer. */
  voucherId: string | null;
}

export const listFulfilledLines = ({ db, site }: SiteScope, orderId: string): Promise<FulfilledLine[]> =>
  db.many<FulfilledLine>`
    select id, order_id, product_type, product_id, name, quantity, unit_amount, discount_amount, tax_amount, amount,
           fulfilled_at, fulfilled_id, refunded_amount, tax_rate, recurrence, voucher_id
      from order_lines where site_id = ${site.id} and order_id = ${orderId} order by position, id limit ${maxLinesPerOrder}`;

export async function updateLine(
  { db, site }: SiteScope,
  id: string,
  changes: Partial<Pick<FulfilledLine, "fulfilledAt" | "fulfilledId" | "refundedAmount" | "taxAmount" | "taxRate">>,
): Promise<void> {
  await db.run`update order_lines set ${assignments(changes)} where site_id = ${site.id} and id = ${id}`;
}

/** A payment with what the checkout needs. */
export interface CheckoutPayment extends PaymentRow {
  sessionReference: string | null;
  checkoutUrl: string | null;
  instructions: Record<string, string> | null;
  expiresAt: Date | null;
  /** When the form to the provider's page was shown first. */
  openedAt: Date | null;
  /** The provider's time of the latest report about a dispute. */
  disputedAt: Date | null;
  /** When a dispute took the money back. */
  disputeLostAt: Date | null;
}

const checkoutPayment = sql`
  ${paymentColumns}, payments.session_reference, payments.checkout_url, payments.instructions, payments.expires_at,
  payments.opened_at, payments.disputed_at, payments.dispute_lost_at`;

export const { find: findCheckoutPayment, update: updatePayment } = defineTable<
  CheckoutPayment,
  never,
  Partial<Omit<CheckoutPayment, "id" | "version">>
>("payments", { columns: checkoutPayment });

/** Returns the payments of an order, oldest first. */
export const listCheckoutPayments = ({ db, site }: SiteScope, orderId: string): Promise<CheckoutPayment[]> =>
  db.many<CheckoutPayment>`
    select ${checkoutPayment} from payments
     where payments.site_id = ${site.id} and payments.order_id = ${orderId}
     order by payments.created_at, payments.id limit 100`;

/** A refund with what its provider and its order need. */
export interface OrderRefund extends RefundRow {
  providerReference: string | null;
  /** The refunded line. Null: the order as a whole. */
  lineId: string | null;
  /** Effect on the access that was bought. Null: the policy of the product or the school decides. */
  access: RefundAccess | null;
}

const orderRefund = sql`${refundColumns}, refunds.provider_reference, refunds.line_id, refunds.access`;

export const { find: findOrderRefund, update: updateRefund } = defineTable<
  OrderRefund,
  never,
  Partial<Pick<OrderRefund, "status" | "providerReference">>
>("refunds", { columns: orderRefund });

/** Returns the refunds of an order, oldest first. */
export const listOrderRefunds = ({ db, site }: SiteScope, orderId: string): Promise<OrderRefund[]> =>
  db.many<OrderRefund>`
    select ${orderRefund} from refunds
     where refunds.site_id = ${site.id} and refunds.order_id = ${orderId}
     order by refunds.created_at, refunds.id limit 200`;
