import type { Context } from "#domain/platform/context.ts";
import { listOrderRefunds, type PayableOrder } from "#domain/sales/orders/change-order.ts";

/**
 * Returns the rest of an order after its refunds: those that succeeded, those that wait, and those that an import has
 * counted without their rows. Refunds of other payments for the same order are not part of it.
 */
export async function leftOfOrder(
  context: Context,
  { id, total, refundedTotal }: Pick<PayableOrder, "id" | "total" | "refundedTotal">,
  paymentId: string | null,
): Promise<number> {
  const refunds = await listOrderRefunds(context, id);
  const refundsOfOrder = refunds.filter(
    (refund) => refund.paymentId === null || (paymentId ?? refund.paymentId) === refund.paymentId,
  );
  const sumOf = (state: "pending" | "succeeded") =>
    refundsOfOrder.reduce((sum, { status, amount }) => (status === state ? sum + amount : sum), 0);
  return total - Math.max(refundedTotal, sumOf("succeeded")) - sumOf("pending");
}
