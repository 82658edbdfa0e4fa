import type { Context, RequestContext } from "#domain/platform/context.ts";
import {
  findCheckoutPayment,
  findOrderRefund,
  lockOrder,
  updateOrder,
  updateRefund,
} from "#domain/sales/orders/change-order.ts";
import { providers } from "../providers.ts";
import { isRefundedByHand, queueRefund } from "./request-refund.ts";

const day = 86_400_000;

const maxRefundsPerRun = 100;

/**
 * Queues the refunds again that their provider has not accepted for days, for example while its key was wrong, and
 * marks their orders for staff. Refunds by hand wait for staff already.
 */
export async function queuePendingRefunds(context: RequestContext): Promise<void> {
  const { db, site, now } = context;
  const before = new Date(now.getTime() - 4 * day);
  const pending = await db.many<{ id: string }>`
    select id from refunds
     where site_id = ${site.id} and status = 'pending' and updated_at < ${before} and deleted_at is null
     order by updated_at, id limit ${maxRefundsPerRun}`;
  for (const { id } of pending) await db.transaction((inside) => queueAgain({ ...context, db: inside }, id));
}

async function queueAgain(context: Context, id: string): Promise<void> {
  const found = await findOrderRefund(context, id);
  const order = found && (await lockOrder(context, found.orderId));
  const refund = order && (await findOrderRefund(context, id));
  if (!order || refund?.status !== "pending") return;
  // Also refunds by hand and imported ones: those that were looked at must not keep others waiting.
  await updateRefund(context, id, {}, context.now);
  const payment = refund.paymentId === null ? undefined : await findCheckoutPayment(context, refund.paymentId);
  if (!payment || !Object.hasOwn(providers, payment.provider) || isRefundedByHand(payment)) return;
  // Imported refunds name no access.
  if (refund.access === null) return;
  await queueRefund(context, id);
  if (order.attention === null) await updateOrder(context, order.id, { attention: "refund_failed" }, context.now);
}
