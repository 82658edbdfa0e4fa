import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import {
  type CheckoutPayment,
  findOrderRefund,
  listOrderRefunds,
  type PayableOrder,
  updateRefund,
} from "#domain/sales/orders/change-order.ts";
import { insertRefund } from "#domain/sales/orders/queries.ts";
import { applyRefund } from "./settle-refund.ts";

/**
 * Compares the total that a provider has returned with the known refunds: pending ones have succeeded, and the rest was
 * refunded at the provider.
 */
export async function recordProviderRefunds(
  context: Context,
  order: PayableOrder,
  { id: paymentId, currency }: CheckoutPayment,
  refundedAmount: number,
): Promise<"applied" | "ignored"> {
  const refunds = (await listOrderRefunds(context, order.id)).filter((refund) => refund.paymentId === paymentId);
  const sumOf = (status: string) =>
    refunds.filter((refund) => refund.status === status).reduce((sum, { amount }) => sum + amount, 0);
  let missing = refundedAmount - sumOf("succeeded");
  if (missing <= 0) return "ignored";
  let current = order;
  const count = async (refundId: string) => {
    const refund = await mustExist(findOrderRefund(context, refundId));
    await applyRefund(context, current, refund);
    missing -= refund.amount;
    current = { ...current, refundedTotal: current.refundedTotal + refund.amount };
  };
  for (const { id, amount, status } of refunds) {
    if (status !== "pending" || amount > missing) continue;
    await updateRefund(context, id, { status: "succeeded" }, context.now);
    await count(id);
  }
  if (missing > 0) {
    const id = newId();
    const row = { id, orderId: order.id, paymentId, status: "succeeded" as const, amount: missing, currency };
    await insertRefund(context, row, context.now);
    await count(id);
  }
  return "applied";
}
