import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import {
  type CheckoutPayment,
  findCheckoutPayment,
  type OrderRefund,
  type PayableOrder,
  updateOrder,
} from "#domain/sales/orders/change-order.ts";
import { insertRefund } from "#domain/sales/orders/queries.ts";
import { providers } from "../providers.ts";
import { settleRefund } from "./settle-refund.ts";
import { providerNames } from "#domain/site/selling/payment-provider.ts";

interface RefundRequest extends Pick<OrderRefund, "lineId" | "access"> {
  order: Pick<PayableOrder, "id" | "currency">;
  paymentId: string;
  amount: number;
  reason?: string | null;
  /** True if staff asks for it: they have transferred the money back, if the provider cannot. */
  isByStaff?: boolean;
}

/** A provider that is down for a day does not lose a refund. */
const maxAttempts = 20;

/**
 * Records a refund and queues the call of the provider. If the provider cannot return the money, the refund waits for
 * staff, unless they ask for it. The amount must not exceed the rest of the payment, and the order must be locked.
 * Returns the ID of the refund.
 */
export async function requestRefund(
  context: Context,
  { order, paymentId, amount, lineId, access, reason = null, isByStaff = false }: RefundRequest,
): Promise<string> {
  const { now } = context;
  const id = newId();
  const { id: orderId, currency } = order;
  const refund = { id, orderId, paymentId, status: "pending" as const, amount, currency, reason, lineId, access };
  await insertRefund(context, refund, now);
  const payment = await findCheckoutPayment(context, paymentId);
  if (!payment || !isRefundedByHand(payment)) {
    await queueRefund(context, id);
  } else if (isByStaff) {
    await settleRefund(context, id, { status: "succeeded" });
  } else {
    await updateOrder(context, orderId, { attention: "refund_by_hand" }, now);
  }
  return id;
}

/** Queues the call of the provider. */
export const queueRefund = ({ db, site }: SiteScope, refundId: string): Promise<void> =>
  addJob(db, "refund_payment", { siteId: site.id, refundId }, maxAttempts);

/**
 * True if staff has to return the money of a refund, because the provider of the payment cannot, or because it was paid
 * outside of Lectern.
 */
export function isRefundedByHand(payment: Pick<CheckoutPayment, "provider" | "method">): boolean {
  const name = providerNames.find((other) => other === payment.provider);
  return name === undefined || (providers[name].refundsByHand?.(payment) ?? false);
}
