import type { Context } from "#domain/platform/context.ts";
import { releaseReservations } from "#domain/sales/checkout/reservations.ts";
import {
  listCheckoutPayments,
  type PayableOrder,
  updateOrder,
  updatePayment,
} from "#domain/sales/orders/change-order.ts";
import { emitOrderEvent } from "./order-event.ts";

/** Ends a locked order that is not paid, and frees what it has reserved. */
export async function cancelPending(
  context: Context,
  { id }: Pick<PayableOrder, "id">,
  to: "canceled" | "expired",
): Promise<void> {
  const { now } = context;
  for (const payment of await listCheckoutPayments(context, id)) {
    if (payment.status === "pending") await updatePayment(context, payment.id, { status: "canceled" }, now);
  }
  await updateOrder(context, id, { status: to, expiresAt: null }, now);
  await releaseReservations(context, id);
  await emitOrderEvent(context, to, id);
}
