import type { Context } from "#domain/platform/context.ts";
import { endAccess, restoreAccess } from "#domain/sales/fulfillment/end-access.ts";
import {
  type CheckoutPayment,
  listFulfilledLines,
  type PayableOrder,
  updateOrder,
} from "#domain/sales/orders/change-order.ts";
import { emitOrderEvent } from "./order-event.ts";

/**
 * A dispute ends access at once. Access returns if the school wins, and the order counts as refunded if it loses.
 * Reports about a decided dispute are ignored.
 */
export async function settleDispute(
  context: Context,
  order: PayableOrder,
  payment: Pick<CheckoutPayment, "amount">,
  dispute: "open" | "won" | "lost",
): Promise<"applied" | "ignored"> {
  const isOpen = order.status === "disputed";
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  if (dispute === "open" ? !isPaid : !isOpen) return "ignored";
  const { id, memberId } = order;
  const lines = await listFulfilledLines(context, id);
  if (dispute === "open") {
    for (const line of lines) await endAccess(context, line);
    await change(context, id, { status: "disputed", attention: "disputed" });
  } else if (dispute === "won") {
    const kept = lines.filter(({ amount, refundedAmount }) => amount === 0 || refundedAmount < amount);
    for (const line of kept) await restoreAccess(context, memberId, line);
    await change(context, id, { status: order.refundedTotal > 0 ? "partially_refunded" : "paid", attention: null });
  } else {
    await change(context, id, { status: "refunded", refundedTotal: payment.amount, attention: null });
  }
  await emitOrderEvent(context, "disputed", id);
  return "applied";
}

const change = (
  context: Context,
  id: string,
  changes: Partial<Pick<PayableOrder, "status" | "attention" | "refundedTotal">>,
): Promise<void> => updateOrder(context, id, changes, context.now);
