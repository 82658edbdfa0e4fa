import type { Context } from "#domain/platform/context.ts";
import { endAccess, restoreAccess } from "#domain/sales/fulfillment/end-access.ts";
import {
  type CheckoutPayment,
  listFulfilledLines,
  type PayableOrder,
  updateOrder,
} from "#domain/sales/orders/change-order.ts";
import { emitOrderEvent } from "../events.ts";

/**
 * Ends access when a dispute opens. Access returns if the school wins, except for what was refunded during the dispute,
 * and the order counts as refunded if it loses. An order whose access cannot be restored, for example because its seat
 * was taken, is marked for staff. Later reports about a decided dispute are ignored.
 */
export async function settleDispute(
  context: Context,
  order: PayableOrder,
  payment: Pick<CheckoutPayment, "amount">,
  dispute: "open" | "won" | "lost",
): Promise<"applied" | "ignored"> {
  const isOpen = order.status === "disputed";
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  // A dispute can be lost before its beginning is known: events arrive in any order, or are lost.
  const isExpected = dispute === "open" ? isPaid : dispute === "won" ? isOpen : isOpen || isPaid;
  if (!isExpected) return "ignored";
  const { id, memberId } = order;
  const lines = await listFulfilledLines(context, id);
  if (dispute !== "won" && isPaid) for (const line of lines) await endAccess(context, line, "dispute");
  if (dispute === "open") {
    await change(context, id, { status: "disputed", attention: "disputed" });
  } else if (dispute === "won") {
    const isRefunded = order.refundedTotal >= order.total;
    const kept = isRefunded
      ? []
      : lines.filter(({ amount, refundedAmount }) => amount === 0 || refundedAmount < amount);
    let isRestored = true;
    for (const line of kept) isRestored = (await restoreAccess(context, memberId, line)) && isRestored;
    const status = isRefunded ? "refunded" : order.refundedTotal > 0 ? "partially_refunded" : "paid";
    await change(context, id, { status, attention: isRestored ? null : "not_fulfilled" });
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
