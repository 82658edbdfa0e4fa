import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { prolongHold } from "../settlement/prolong-hold.ts";
import {
  type CheckoutPayment,
  findCheckoutPayment,
  listFulfilledLines,
  lockOrder,
  type PayableOrder,
  updateOrder,
  updatePayment,
} from "#domain/sales/orders/change-order.ts";
import { findAccount } from "../account.ts";
import { mailInstructions, orderAddress } from "../order-mail.ts";
import type { PaymentRequest, StartedPayment } from "../provider.ts";
import { providers } from "../providers.ts";

/**
 * Starts the payment of a placed order at its provider, outside of any transaction. Repeating it returns
 * the same page. Returns the provider's page, or null if the member pays by instructions or the order no longer
 * needs a payment.
 */
export async function startPayment(context: RequestContext, paymentId: string): Promise<string | null> {
  const payment = await findCheckoutPayment(context, paymentId);
  if (payment?.status !== "pending") return null;
  if (payment.checkoutUrl !== null || payment.instructions) return payment.checkoutUrl;
  const account = await findAccount(context, payment.provider);
  if (!account) throw new Problem("invalid_state", "This payment method is no longer available.", { allowed: [] });
  const request = await requestOf(context, payment);
  const started = await providers[account.provider].startPayment(account, request);
  return context.db.transaction((db) => keep({ ...context, db }, payment, started));
}

/** Describes a payment for its provider. `isWaiting`: the order is not paid yet. */
export async function requestOf(
  context: Context,
  payment: CheckoutPayment,
): Promise<PaymentRequest & { isWaiting: boolean }> {
  const { db, site, now } = context;
  const { orderId, amount, currency } = payment;
  const order = await db.one<
    Pick<PayableOrder, "number" | "kind" | "buyer" | "expiresAt" | "status"> & { placedAt: Date }
  >`
    select number, kind, buyer, placed_at, expires_at, status from orders
    where site_id = ${site.id} and id = ${orderId}`;
  const lines = await listFulfilledLines(context, orderId);
  return {
    paymentId: formatId("payment", payment.id),
    orderNumber: order.number,
    amount: { amount, currency },
    recurrence: order.kind === "renewal" ? null : (lines.find(({ recurrence }) => recurrence)?.recurrence ?? null),
    description: lines.map(({ name }) => name).join(", "),
    email: order.buyer?.email ?? "",
    now,
    placedAt: order.placedAt,
    expiresAt: order.expiresAt ?? now,
    returnUrl: orderAddress(context, orderId),
    origin: site.origin,
    isWaiting: order.status === "pending",
  };
}

async function keep(context: Context, payment: CheckoutPayment, started: StartedPayment): Promise<string | null> {
  const { now } = context;
  const order = await lockOrder(context, payment.orderId);
  const current = await findCheckoutPayment(context, payment.id);
  if (!order || current?.status !== "pending") return null;
  // A concurrent request has started the payment.
  if (current.checkoutUrl !== null || current.instructions) return current.checkoutUrl;
  const { checkoutUrl, sessionReference, instructions, expiresAt } = started;
  const stored = instructions && { ...instructions };
  await updatePayment(context, payment.id, { checkoutUrl, sessionReference, instructions: stored }, now);
  if (expiresAt) {
    await updatePayment(context, payment.id, { expiresAt }, now);
    await updateOrder(context, order.id, { expiresAt }, now);
    await prolongHold(context, order, expiresAt);
  }
  if (checkoutUrl === null) await mailInstructions(context, order);
  return checkoutUrl;
}
