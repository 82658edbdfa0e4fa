import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import type { OrderRefund, PayableOrder } from "#domain/sales/orders/change-order.ts";
import { insertRefund } from "#domain/sales/orders/queries.ts";

interface Wanted extends Pick<OrderRefund, "lineId" | "access"> {
  order: Pick<PayableOrder, "id" | "currency">;
  paymentId: string;
  amount: number;
  reason?: string | null;
}

/** A provider that is down for a day does not lose a refund. */
const maxAttempts = 20;

/**
 * Records a refund and queues the call of the provider. The amount must not exceed what is left of the payment, and the
 * order must be locked. Returns the ID of the refund.
 */
export async function requestRefund(
  context: Context,
  { order, paymentId, amount, lineId, access, reason = null }: Wanted,
): Promise<string> {
  const { site, now } = context;
  const id = newId();
  const { id: orderId, currency } = order;
  const refund = { id, orderId, paymentId, status: "pending" as const, amount, currency, reason, lineId, access };
  await insertRefund(context, refund, now);
  await addJob(context.db, "refund_payment", { siteId: site.id, refundId: id }, maxAttempts);
  return id;
}
