import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { cursorPage, decodeCursor } from "#domain/platform/listing/cursor.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import {
  type Attention,
  attentions,
  listCheckoutPayments,
  listFulfilledLines,
  listOrderRefunds,
} from "#domain/sales/orders/change-order.ts";
import { orderedTypes } from "#domain/sales/orders/product-id.ts";
import { type OrderRecord, orderStatuses } from "#domain/sales/orders/order.ts";
import { findOrder, orderColumns, orderPerson } from "#domain/sales/orders/queries.ts";
import { refundPolicyOf } from "#domain/sales/fulfillment/access-after-refund.ts";
import { RefundAccess } from "#domain/site/selling/refund-access.ts";
import { isRefundedByHand } from "../refunds/request-refund.ts";
import { paymentOfOrder } from "../settlement/payment-of-order.ts";
import { refundable } from "./refund-order.ts";

const Amount = z.number().int();

/** An order with its payments and refunds for the admin area. Amounts are in the minor unit of the currency. */
export const StaffOrder = z.object({
  id: Id("order"),
  number: z.string(),
  status: z.enum(orderStatuses),
  attention: z.enum(attentions).nullable(),
  memberId: Id("member"),
  email: z.string(),
  name: z.string().nullable(),
  currency: z.string(),
  total: Amount,
  refundedTotal: Amount,
  discountTotal: Amount,
  taxTotal: Amount,
  couponCode: z.string().nullable(),
  receiptNumber: z.string().nullable(),
  placedAt: Instant,
  paidAt: Instant.nullable(),
  lines: z.array(
    z.object({
      id: Id("orderLine"),
      productType: z.enum(orderedTypes),
      productId: z.string(),
      name: z.string(),
      amount: Amount,
      fulfilledAt: Instant.nullable(),
      /** Effect of the refund policy on the access. */
      refundPolicy: RefundAccess,
    }),
  ),
  payments: z.array(
    z.object({
      id: Id("payment"),
      provider: z.string(),
      status: z.string(),
      amount: Amount,
      providerReference: z.string().nullable(),
      failureCode: z.string().nullable(),
      failureMessage: z.string().nullable(),
      createdAt: Instant,
      paidAt: Instant.nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: Id("refund"),
      status: z.string(),
      amount: Amount,
      reason: z.string().nullable(),
      createdAt: Instant,
      /** True if staff has to transfer the money back. */
      isByHand: z.boolean(),
    }),
  ),
  /** The amount that can still be refunded. */
  refundable: Amount,
  /** True if the provider of the payment cannot return money: staff has to transfer it back. */
  refundsByHand: z.boolean(),
});
export type StaffOrder = z.output<typeof StaffOrder>;

export const findOrderForStaff = operation({
  name: "findOrderForStaff",
  summary: "Retrieve an order with its payments",
  reads: byStaffInPerson,
  input: z.object({ id: Id("order") }),
  output: StaffOrder,
  async run(context, { id }) {
    const { db, site } = context;
    const order = await findOrder(context, id);
    if (!order) throw notFound("order", formatId("order", id));
    const { attention } = await db.one<{ attention: Attention | null }>`
      select attention from orders where site_id = ${site.id} and id = ${id}`;
    const [lines, payments, refunds] = [
      await listFulfilledLines(context, id),
      await listCheckoutPayments(context, id),
      await listOrderRefunds(context, id),
    ];
    const isPaid = order.status === "paid" || order.status === "partially_refunded";
    const paid = paymentOfOrder(order, payments);
    const { invoiceNumber: receiptNumber, version: _version, ...rest } = order;
    return {
      ...rest,
      receiptNumber,
      attention,
      lines: await Promise.all(
        lines.map(async (line) => ({ ...line, refundPolicy: await refundPolicyOf(context, line) })),
      ),
      payments,
      refunds: refunds.map((refund) => ({
        ...refund,
        isByHand: payments.some((payment) => payment.id === refund.paymentId && isRefundedByHand(payment)),
      })),
      refundsByHand: paid !== undefined && isRefundedByHand(paid),
      refundable: paid && isPaid ? await refundable(context, order, paid.id) : 0,
    };
  },
});

const list = { kind: "ordersWithAttention" };

export const listOrdersWithAttention = operation({
  name: "listOrdersWithAttention",
  summary: "List orders that need attention",
  description: "Newest first.",
  reads: byStaffInPerson,
  input: z.object({ limit: z.number().int().min(1).max(100), cursor: z.string().max(500).optional() }),
  output: z.object({
    orders: z.array(
      StaffOrder.pick({
        id: true,
        number: true,
        status: true,
        currency: true,
        total: true,
        placedAt: true,
        name: true,
        email: true,
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  async run({ db, site }, { limit, cursor }) {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, list);
    const beyond = after
      ? sql`(orders.created_at, orders.id) < (${new Date(after.value)}::timestamptz, ${after.id}::uuid)`
      : sql`true`;
    const found = await db.many<OrderRecord>`
      select ${orderColumns} from orders ${orderPerson}
       where orders.site_id = ${site.id} and orders.attention is not null and ${beyond}
       order by orders.created_at desc, orders.id desc limit ${limit + 1}`;
    const { rows: orders, nextCursor } = cursorPage(found, limit, list, ({ createdAt, id }) => ({
      value: createdAt.toISOString(),
      id,
    }));
    return { orders, nextCursor };
  },
});
