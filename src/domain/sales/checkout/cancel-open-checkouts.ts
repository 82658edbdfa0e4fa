import type { Context } from "#domain/platform/context.ts";
import { lockOrder } from "#domain/sales/orders/change-order.ts";
import { cancelPending } from "#domain/sales/payments/settlement/cancel-pending.ts";
import { listOpenCheckouts } from "./queries.ts";

/**
 * Cancels the member's unpaid orders of a product, because they start a new checkout for it. A payment that still
 * arrives for one of them is honored or refunded. Returns true if one of them was not past its deadline: the new order
 * takes over its seat.
 */
export async function cancelOpenCheckouts(
  context: Context,
  key: { memberId: string; productId: string },
): Promise<boolean> {
  let isReplacing = false;
  for (const { orderId } of await listOpenCheckouts(context, key)) {
    const order = await lockOrder(context, orderId);
    if (order?.status !== "pending") continue;
    const isReplaced = order.expiresAt !== null && order.expiresAt > context.now;
    await cancelPending(context, order, "canceled", { isReplaced });
    isReplacing ||= isReplaced;
  }
  return isReplacing;
}
