import type { Context } from "#domain/platform/context.ts";
import {
  type AccessAfterRefund,
  refundPolicyOf,
  visibleAccessAfterRefund,
} from "#domain/sales/fulfillment/access-after-refund.ts";
import { endAccess, endAccessAt, refundSeats } from "#domain/sales/fulfillment/line-access.ts";
import {
  findOrderRefund,
  type FulfilledLine,
  listCheckoutPayments,
  listFulfilledLines,
  listOrderRefunds,
  lockOrder,
  type OrderRefund,
  type PayableOrder,
  updateLine,
  updateOrder,
  updateRefund,
} from "#domain/sales/orders/change-order.ts";
import { endRefundedSeats, isVoucherLine } from "#domain/sales/vouchers/end-seats.ts";
import { emitOrderEvent } from "../events.ts";
import type { RefundState } from "../provider.ts";
import { isOfOrder, paymentOfOrder } from "../settlement/payment-of-order.ts";
import { formatTime } from "#domain/platform/time/format-time.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { findGuestAddress } from "#domain/people/guests/queries.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { formatMoney } from "#lib/text/format-money.ts";
import { mailRefund } from "../order-mail.ts";
import { notify } from "#domain/messages/notifications/notify.ts";

/**
 * Brings a refund and its order to the state that the provider reports. Repeating it changes nothing. A refund that has
 * succeeded can still fail.
 */
export async function settleRefund(context: Context, refundId: string, state: RefundState): Promise<void> {
  const found = await findOrderRefund(context, refundId);
  const order = found && (await lockOrder(context, found.orderId));
  const refund = order && (await findOrderRefund(context, refundId));
  const hasFailedLate = refund?.status === "succeeded" && state.status === "failed";
  if (!order || !refund || (refund.status !== "pending" && !hasFailedLate)) return;
  const { now } = context;
  const { status, providerReference } = state;
  await updateRefund(context, refundId, { status, ...(providerReference !== undefined && { providerReference }) }, now);
  if (status === "failed") await updateOrder(context, order.id, { attention: "refund_failed" }, now);
  if (hasFailedLate) await takeBack(context, order, refund);
  if (status !== "succeeded") return;
  await applyRefund(context, order, refund);
  if (order.attention === "refund_failed") await clearFailure(context, order);
}

/** Nothing is left for staff if the refund that failed, or was stuck, has succeeded. */
async function clearFailure(context: Context, { id }: PayableOrder): Promise<void> {
  const refunds = await listOrderRefunds(context, id);
  if (refunds.some(({ status }) => status === "failed" || status === "pending")) return;
  await updateOrder(context, id, { attention: null }, context.now);
}

/**
 * Takes a refund back that the provider has reported as made before: the bank has returned it. Access stays as it is,
 * because staff has to return the money in another way.
 */
async function takeBack(context: Context, order: PayableOrder, refund: OrderRefund): Promise<void> {
  const { amount, lineId } = refund;
  if ((await isOfOrder(context, order, refund)) && !(await isLostInDispute(context, order, refund))) {
    const refundedTotal = Math.max(0, order.refundedTotal - amount);
    const isDecided = order.status === "refunded" || order.status === "partially_refunded";
    const status = isDecided ? (refundedTotal > 0 ? ("partially_refunded" as const) : ("paid" as const)) : order.status;
    await updateOrder(context, order.id, { status, refundedTotal }, context.now);
  }
  const lines = await listFulfilledLines(context, order.id);
  const line = lines.find(({ id }) => id === lineId);
  if (line) await updateLine(context, line.id, { refundedAmount: Math.max(0, line.refundedAmount - amount) });
}

/**
 * True if a lost dispute took the money of the order. Of disputes before this was stored, only those are known that have
 * counted more than refunds have returned.
 */
async function isLostInDispute(context: Context, order: PayableOrder, failed: OrderRefund): Promise<boolean> {
  const payment = paymentOfOrder(order, await listCheckoutPayments(context, order.id));
  if (payment?.disputeLostAt) return true;
  let refunded = failed.amount;
  for (const refund of await listOrderRefunds(context, order.id)) {
    const isCounted = refund.id !== failed.id && refund.status === "succeeded";
    if (isCounted && (await isOfOrder(context, order, refund))) refunded += refund.amount;
  }
  return order.status === "refunded" && order.refundedTotal > refunded;
}

/** Counts a refund that succeeded, and ends access if the refund says so. */
export async function applyRefund(context: Context, order: PayableOrder, refund: OrderRefund): Promise<void> {
  const { now } = context;
  const { amount, lineId } = refund;
  const counted = (await isOfOrder(context, order, refund)) ? amount : 0;
  // A lost dispute has already counted the whole payment.
  const refundedTotal = Math.min(order.refundedTotal + counted, order.total);
  const isWhole = refundedTotal >= order.total;
  // A payment of another amount has not paid the order.
  if (order.paidAt !== null && refundedTotal > order.refundedTotal) {
    // The end of the dispute decides the status by the refunded total.
    const status =
      order.status === "disputed" ? "disputed" : isWhole ? ("refunded" as const) : ("partially_refunded" as const);
    await updateOrder(context, order.id, { status, refundedTotal }, now);
  }
  const lines = await listFulfilledLines(context, order.id);
  const effects: AccessAfterRefund[] = [];
  for (const line of lines) {
    const isMeant = lineId === null ? isWhole : line.id === lineId;
    const isPart = !isWhole && line.refundedAmount + amount < line.amount;
    if (lineId !== null && isMeant)
      await updateLine(context, line.id, { refundedAmount: line.refundedAmount + amount });
    if (isVoucherLine(line)) {
      // A part of the price, returned with the access left as it is, leaves the gift or the seats as they are.
      const isKept = !isMeant || (isPart && refund.access === "keep");
      if (!isMeant && lines.length === 1 && counted > 0 && refund.access !== "keep")
        await endRefundedSeats(context, line, { amount, order });
      if (!isKept) await refundSeats(context, line, refund.access ?? (await refundPolicyOf(context, line)));
      continue;
    }
    if (line.fulfilledId === null) continue;
    effects.push(isMeant ? await changeAccess(context, order, line, refund) : { kind: "keep" });
  }
  await emitOrderEvent(context, "refunded", order.id);
  await notifyOfRefund(context, order, refund, effects);
}

/** Staff has decided what happens to the access; otherwise the policy of the product or the school does. */
async function changeAccess(
  context: Context,
  { memberId }: PayableOrder,
  line: FulfilledLine,
  refund: OrderRefund,
): Promise<AccessAfterRefund> {
  const access = refund.access ?? (await refundPolicyOf(context, line));
  const after = await visibleAccessAfterRefund(context, { memberId, line, access });
  if (after.kind === "end") await endAccess(context, line, "refund");
  if (after.kind === "until") await endAccessAt(context, line, after.at);
  return after;
}

/** Tells the buyer by email and in the inbox what was refunded, and what happens to the access. */
async function notifyOfRefund(
  context: Context,
  order: PayableOrder,
  refund: OrderRefund,
  effects: readonly AccessAfterRefund[],
): Promise<void> {
  const { access, until } = effectOf(effects);
  await mailRefund(context, order, refund, { kind: mails[access], ...(until && { until }) });
  // A guest has no inbox.
  if ((await findGuestAddress(context, order.memberId)) !== undefined) return;
  const lines = await listFulfilledLines(context, order.id);
  const data = {
    total: formatMoney("en", { amount: refund.amount, currency: order.currency }),
    items: lines.map(({ name }) => name).join(", "),
    access,
    endsAt: until ? formatTime(until, (await findSchool(context)).timeZone) : "",
  };
  await notify(context, {
    ...occasions.refunded({ id: refund.id, orderId: order.id }, data),
    memberId: order.memberId,
  });
}

const mails = { none: "refund", kept: "refundKept", ended: "refundEnds", until: "refundUntil" } as const;

/** Returns what the buyer has lost, as far as a membership does not give the same. */
function effectOf(effects: readonly AccessAfterRefund[]): { access: keyof typeof mails; until?: Date } {
  const lost = effects.filter(({ kind, keptBy }) => kind !== "keep" && keptBy === undefined);
  if (lost.some(({ kind }) => kind === "end")) return { access: "ended" };
  const later = lost.find((effect) => effect.kind === "until");
  if (later) return { access: "until", until: later.at };
  return { access: effects.length === 0 ? "none" : "kept" };
}
