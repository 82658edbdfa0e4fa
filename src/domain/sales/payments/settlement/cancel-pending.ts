import type { Context } from "#domain/platform/context.ts";
import { freeReservations } from "#domain/sales/checkout/free-reservations.ts";
import { releaseReservations } from "#domain/offers/reservations/reservations.ts";
import {
  listCheckoutPayments,
  type PayableOrder,
  updateOrder,
  updatePayment,
} from "#domain/sales/orders/change-order.ts";
import { emitOrderEvent } from "../events.ts";

/**
 * Ends a locked order that is not paid, and frees what it has reserved. `isReplaced`: the member orders the same again,
 * so that its seats do not go to the waitlist.
 */
export async function cancelPending(
  context: Context,
  { id }: Pick<PayableOrder, "id">,
  to: "canceled" | "expired",
  { isReplaced = false } = {},
): Promise<void> {
  const { now } = context;
  for (const payment of await listCheckoutPayments(context, id)) {
    if (payment.status === "pending") await updatePayment(context, payment.id, { status: "canceled" }, now);
  }
  await updateOrder(context, id, { status: to, expiresAt: null }, now);
  await (isReplaced ? releaseReservations : freeReservations)(context, id);
  await emitOrderEvent(context, to, id);
}
