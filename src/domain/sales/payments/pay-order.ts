import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { releaseReservations } from "#domain/sales/checkout/reservations.ts";
import { moveRedemptions } from "#domain/sales/coupons/move-redemptions.ts";
import { fulfillLine } from "#domain/sales/fulfillment/fulfill-line.ts";
import {
  type FulfilledLine,
  listFulfilledLines,
  type PayableOrder,
  updateLine,
  updateOrder,
} from "#domain/sales/orders/change-order.ts";
import { emitOrderEvent } from "./order-event.ts";
import { nextReceiptNumber } from "./receipt-number.ts";
import { findSelling, sellerOf } from "./selling-settings.ts";
import { requestRefund } from "./request-refund.ts";
import { mailReceipt } from "./order-mail.ts";

/**
 * Marks a locked order as paid and gives the member what they bought, in the transaction that records the payment. A
 * line that cannot be given any more is refunded, the others are given. `paymentId` is null for an order without a
 * price.
 */
export async function payOrder(context: Context, order: PayableOrder, paymentId: string | null): Promise<void> {
  const { id, memberId } = order;
  const { now } = context;
  await releaseReservations(context, id);
  await redeem(context, order);
  const lines = await listFulfilledLines(context, id);
  const failed: FulfilledLine[] = [];
  for (const line of lines) if (!(await fulfill(context, memberId, line))) failed.push(line);
  const invoiceNumber = await nextReceiptNumber(context, now);
  const attention = failed.length > 0 ? ("not_fulfilled" as const) : null;
  const seller = sellerOf(await findSelling(context));
  const receipt = { paidAt: now, invoiceNumber, seller };
  await updateOrder(context, id, { status: "paid", ...receipt, expiresAt: null, attention }, now);
  await emitOrderEvent(context, "paid", id);
  for (const line of failed) {
    if (paymentId === null || line.amount === 0) continue;
    await requestRefund(context, { order, paymentId, amount: line.amount, lineId: line.id, access: "keep" });
  }
  await mailReceipt(context, { ...order, invoiceNumber }, lines);
}

/** Returns false, without changes, if the line cannot be given any more. */
async function fulfill(context: Context, memberId: string, line: FulfilledLine): Promise<boolean> {
  try {
    const fulfilledId = await context.db.attempt((db) => fulfillLine({ ...context, db }, { memberId, line }));
    await updateLine(context, line.id, { fulfilledId, fulfilledAt: context.now });
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

async function redeem(context: Context, { id, memberId, couponId, discountTotal, currency }: PayableOrder) {
  if (couponId === null) return;
  const after = { couponId, memberId, orderId: id, amount: discountTotal, currency, createdAt: context.now };
  await moveRedemptions(context, [{ before: undefined, after }]);
}
