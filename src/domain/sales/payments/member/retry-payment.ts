import * as z from "zod";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { type CheckoutPayment, listCheckoutPayments, lockOrder } from "#domain/sales/orders/change-order.ts";
import { insertPayment } from "#domain/sales/orders/queries.ts";

/** Returns the payment that an order waits for. A renewal whose payment has failed gets a new one. */
export const retryPayment = operation({
  name: "retryPayment",
  summary: "Retry the payment of an order",
  writes: { only: ["session"] },
  input: z.object({ id: Id("order") }),
  output: z.object({ id: Id("order"), paymentId: Id("payment").nullable() }),
  async run(context, { id }) {
    const { memberId } = requireSession(context);
    const order = await lockOrder(context, id);
    if (order?.memberId !== memberId) throw notFound("order", formatId("order", id));
    const payments = await listCheckoutPayments(context, id);
    const last = payments.at(-1);
    const isOver = last?.status === "failed" || last?.status === "canceled";
    if (!last || !isOver || order.kind !== "renewal" || order.status !== "pending") {
      return unchanged({ id, paymentId: last?.id ?? null });
    }
    requireAttempt(payments);
    const { provider, amount, currency, subscriptionId } = last;
    const payment = { id: newId(), orderId: id, subscriptionId, provider, method: "other" as const, amount, currency };
    await insertPayment(context, { ...payment, status: "pending" }, context.now);
    return { id, paymentId: payment.id };
  },
});

const maxAttemptsPerOrder = 20;

/** Throws `rate_limited` after too many payment attempts for an order. */
export function requireAttempt(payments: readonly CheckoutPayment[]): void {
  if (payments.length < maxAttemptsPerOrder) return;
  throw new Problem("rate_limited", "There were too many payment attempts for this order. Ask the school for help.", {
    retryAfterSeconds: 3600,
  });
}
