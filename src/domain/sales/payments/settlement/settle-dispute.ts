import type { Context } from "#domain/platform/context.ts";
import {
  type AccessAfterRefund,
  accessAfterRefund,
  refundPolicyOf,
} from "#domain/sales/fulfillment/access-after-refund.ts";
import { endAccess, endAccessAt, restoreAccess } from "#domain/sales/fulfillment/line-access.ts";
import {
  type CheckoutPayment,
  type FulfilledLine,
  listFulfilledLines,
  listOrderRefunds,
  type OrderRefund,
  type PayableOrder,
  updateOrder,
} from "#domain/sales/orders/change-order.ts";
import { isVoucherLine } from "#domain/sales/vouchers/end-seats.ts";
import { emitOrderEvent } from "../events.ts";

/**
 * Ends access when a dispute opens. Access returns if the school wins, except for what a refund has ended, and the order
 * counts as refunded if it loses. An order whose access cannot be restored, for example because its seat was taken, is
 * marked for staff. Later reports about a decided dispute are ignored.
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
    const refunds = (await listOrderRefunds(context, id)).filter((refund) => refund.status === "succeeded");
    let isRestored = true;
    for (const line of lines) {
      // Nothing was given for a line that could not be fulfilled when the order was paid. Lines of an archive can have
      // given what the dispute has ended, without its ID.
      if (line.fulfilledAt === null && line.fulfilledId === null) {
        isRestored &&= isRefunded || line.refundedAmount >= line.amount;
        continue;
      }
      if (isVoucherLine(line)) {
        isRestored = (await restoreAccess(context, memberId, line)) && isRestored;
        continue;
      }
      const after = await afterRefunds(context, line, { refunds, isRefunded });
      if (after.kind === "end") continue;
      isRestored = (await restoreAccess(context, memberId, line)) && isRestored;
      if (after.kind === "until") await endAccessAt(context, line, after.at);
    }
    const status = isRefunded ? "refunded" : order.refundedTotal > 0 ? "partially_refunded" : "paid";
    await change(context, id, { status, attention: isRestored ? null : "not_fulfilled" });
  } else {
    await change(context, id, { status: "refunded", refundedTotal: payment.amount, attention: null });
  }
  await emitOrderEvent(context, "disputed", id);
  return "applied";
}

/**
 * Returns the access to a line after its last refund, which decides. Like `applyRefund`, a refund of a part of the order
 * changes the access only to the line that it names.
 */
async function afterRefunds(
  context: Context,
  line: FulfilledLine,
  { refunds, isRefunded }: { refunds: readonly OrderRefund[]; isRefunded: boolean },
): Promise<AccessAfterRefund> {
  const refund = refunds.findLast(({ lineId }) => lineId === line.id || (lineId === null && isRefunded));
  if (!refund) return { kind: isRefunded ? "end" : "keep" };
  return accessAfterRefund(context, line, refund.access ?? (await refundPolicyOf(context, line)));
}

const change = (
  context: Context,
  id: string,
  changes: Partial<Pick<PayableOrder, "status" | "attention" | "refundedTotal">>,
): Promise<void> => updateOrder(context, id, changes, context.now);
