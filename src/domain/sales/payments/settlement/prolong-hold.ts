import { prolongReservations } from "#domain/offers/reservations/reservations.ts";
import { findGuestAddress } from "#domain/people/guests/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import type { PayableOrder } from "#domain/sales/orders/change-order.ts";

/**
 * Holds what an order has reserved until its payment expires. A bank transfer takes days: a guest, whose address is not
 * proven, does not hold a seat for so long.
 */
export async function prolongHold(
  context: Context,
  { id, memberId }: Pick<PayableOrder, "id" | "memberId">,
  expiresAt: Date,
): Promise<void> {
  if ((await findGuestAddress(context, memberId)) === undefined) await prolongReservations(context, id, expiresAt);
}
