import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findHeldSession, releaseReservations } from "#domain/offers/reservations/reservations.ts";
import { moveRedemptions } from "#domain/offers/coupons/move-redemptions.ts";
import { isPaidAfterEnd, renew } from "#domain/sales/billing/renew.ts";
import { startAgreement } from "#domain/sales/billing/start-agreement.ts";
import { bookHeldSession, notifyOfLostTime } from "#domain/sales/consulting-bookings/sessions-of-orders.ts";
import {
  type Attention,
  type CheckoutPayment,
  findCheckoutPayment,
  type FulfilledLine,
  listFulfilledLines,
  type PayableOrder,
  updateLine,
  updateOrder,
} from "#domain/sales/orders/change-order.ts";
import { isVoucherLine } from "#domain/sales/vouchers/end-seats.ts";
import { openVoucher } from "#domain/sales/vouchers/open-voucher.ts";
import { emitOrderEvent } from "../events.ts";
import { nextReceiptNumber } from "../receipt-number.ts";
import type { ProviderAgreement } from "../provider.ts";
import { findSelling, sellerOf } from "#domain/site/selling/selling-settings.ts";
import { requestRefund } from "../refunds/request-refund.ts";
import { mailReceipt } from "../order-mail.ts";
import { fulfillLine } from "#domain/sales/fulfillment/line-access.ts";

/**
 * Marks a locked order as paid and fulfills its lines, in the transaction that records the payment. A
 * line that can no longer be fulfilled is refunded, the others are fulfilled. `paymentId` is null for an order without a
 * price. `billed` is the subscription at a provider that the payment has started.
 */
export async function payOrder(
  context: Context,
  order: PayableOrder,
  paymentId: string | null,
  billed?: ProviderAgreement,
): Promise<void> {
  const { id } = order;
  const { now } = context;
  const heldSession = await findHeldSession(context, id);
  await releaseReservations(context, id);
  await redeem(context, order);
  const lines = await listFulfilledLines(context, id);
  const failed: FulfilledLine[] = [];
  const payment = paymentId === null ? undefined : await findCheckoutPayment(context, paymentId);
  for (const line of lines) {
    if (await fulfill(context, { order, line, payment, billed })) continue;
    failed.push(line);
    // Ends the subscription that the provider has started.
    await startAgreement(context, { order, line, payment, billed, fulfilledId: null });
  }
  if (heldSession && failed.length === 0 && !(await bookHeldSession(context, order.memberId, heldSession))) {
    await notifyOfLostTime(context, order, heldSession);
  }
  const invoiceNumber = await nextReceiptNumber(context, now);
  const attention = await attentionOf(context, order, failed.length > 0);
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

async function attentionOf(context: Context, order: PayableOrder, hasFailed: boolean): Promise<Attention | null> {
  if (hasFailed) return "not_fulfilled";
  return (await isPaidAfterEnd(context, order)) ? "paid_after_end" : null;
}

interface PaidLine {
  order: PayableOrder;
  line: FulfilledLine;
  payment: CheckoutPayment | undefined;
  billed: ProviderAgreement | undefined;
}

/** Returns false, without changes, if the line can no longer be fulfilled. */
async function fulfill(context: Context, paid: PaidLine): Promise<boolean> {
  try {
    const fulfilledId = await context.db.attempt((db) => renewOrFulfill({ ...context, db }, paid));
    await updateLine(context, paid.line.id, { fulfilledId, fulfilledAt: context.now });
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** Renews the existing access, or fulfills the line and starts its recurring payments. */
async function renewOrFulfill(context: Context, { order, line, payment, billed }: PaidLine): Promise<string | null> {
  if (isVoucherLine(line)) {
    await openVoucher(context, line);
    return null;
  }
  const renewed = order.kind === "renewal" ? await renew(context, order, line) : undefined;
  if (renewed !== undefined) return renewed;
  const fulfilledId = await fulfillLine(context, { memberId: order.memberId, line });
  await startAgreement(context, { order, line, payment, billed, fulfilledId });
  return fulfilledId;
}

async function redeem(context: Context, { id, memberId, couponId, discountTotal, currency }: PayableOrder) {
  if (couponId === null) return;
  const after = { couponId, memberId, orderId: id, amount: discountTotal, currency, createdAt: context.now };
  await moveRedemptions(context, [{ before: undefined, after }]);
}
