import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { invalidState, notFound, Problem } from "#domain/platform/problem.ts";
import {
  listCheckoutPayments,
  listOrderRefunds,
  lockOrder,
  type PayableOrder,
  updateOrder,
} from "#domain/sales/orders/change-order.ts";
import { isRefundedByHand } from "../refunds/request-refund.ts";
import { settleRefund } from "../refunds/settle-refund.ts";
import { cancelPending } from "../settlement/cancel-pending.ts";
import { settlePayment } from "../settlement/settle-payment.ts";

export async function requireOrder(context: Context, id: string): Promise<PayableOrder> {
  const order = await lockOrder(context, id);
  if (!order) throw notFound("order", formatId("order", id));
  return order;
}

export const confirmOfflinePayment = operation({
  name: "confirmOfflinePayment",
  summary: "Confirm a bank transfer",
  description: "Marks the order as paid and gives the member what they ordered.",
  writes: byStaffInPerson,
  input: z.object({ id: Id("order") }),
  output: z.object({ id: Id("order") }),
  async run(context, { id }) {
    const order = await requireOrder(context, id);
    const payments = await listCheckoutPayments(context, id);
    const payment = payments.findLast(({ provider }) => provider === "offline");
    if (!payment) throw new Problem("invalid_state", "This order is not paid by bank transfer.", { allowed: [] });
    if (payment.status === "succeeded") return unchanged({ id: order.id });
    await settlePayment(context, payment.id, { status: "succeeded", method: "bank_transfer" });
    return { id };
  },
});

export const cancelOrder = operation({
  name: "cancelOrder",
  summary: "Cancel an order that is not paid",
  writes: byStaffInPerson,
  input: z.object({ id: Id("order") }),
  output: z.object({ id: Id("order") }),
  async run(context, { id }) {
    const order = await requireOrder(context, id);
    if (order.status === "canceled") return unchanged({ id });
    if (order.status !== "pending") {
      throw invalidState("order", order.status, "canceled", [], "Refund an order that was paid.");
    }
    await cancelPending(context, order, "canceled");
    return { id };
  },
});

export const dismissAttention = operation({
  name: "dismissAttention",
  summary: "Mark the problem of an order as solved",
  writes: byStaffInPerson,
  input: z.object({ id: Id("order") }),
  output: z.object({ id: Id("order") }),
  async run(context, { id }) {
    const order = await requireOrder(context, id);
    if (order.attention === null) return unchanged({ id });
    await updateOrder(context, id, { attention: null }, context.now);
    return { id };
  },
});

export const confirmRefund = operation({
  name: "confirmRefund",
  summary: "Confirm a manual refund",
  description: "For payments that their provider cannot return.",
  writes: byStaffInPerson,
  input: z.object({ id: Id("order"), refund: Id("refund") }),
  output: z.object({ id: Id("refund"), orderId: Id("order") }),
  async run(context, { id, refund: refundId }) {
    const order = await requireOrder(context, id);
    const refunds = await listOrderRefunds(context, id);
    const payments = await listCheckoutPayments(context, id);
    const isWaiting = ({ status, paymentId }: (typeof refunds)[number]) =>
      status === "pending" && payments.some((payment) => payment.id === paymentId && isRefundedByHand(payment));
    const refund = refunds.find((other) => other.id === refundId);
    if (!refund) throw notFound("refund", formatId("refund", refundId));
    if (!isWaiting(refund)) throw invalidState("refund", refund.status, "confirmed", []);
    await settleRefund(context, refundId, { status: "succeeded" });
    const isLast = refunds.every((other) => other.id === refundId || !isWaiting(other));
    if (isLast && order.attention === "refund_by_hand")
      await updateOrder(context, id, { attention: null }, context.now);
    return { id: refundId, orderId: id };
  },
  audit: (_input, { id, orderId }) => about("order", orderId, { refund: formatId("refund", id) }),
});
