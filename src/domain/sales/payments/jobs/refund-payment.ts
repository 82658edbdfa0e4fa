import * as z from "zod";
import type { Database } from "#database/database.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { findCheckoutPayment, findOrderRefund, listOrderRefunds } from "#domain/sales/orders/change-order.ts";
import { findAccount } from "#domain/sales/payments/account.ts";
import { isRefundedByHand } from "../refunds/request-refund.ts";
import { providers } from "#domain/sales/payments/providers.ts";
import { settleRefund } from "../refunds/settle-refund.ts";
import { systemContext } from "#domain/platform/system-context.ts";

const Payload = z.object({ siteId: z.uuid(), refundId: z.uuid() });

type JobDependencies = Pick<Context, "payments" | "mail" | "now">;

/** The job `refund_payment`: asks the provider for a refund. Retried by the queue, also days later. Providers recognize repeats. */
export async function refundPayment(db: Database, payload: unknown, dependencies: JobDependencies): Promise<void> {
  const { siteId, refundId } = Payload.parse(payload);
  const site = await readSite(db, siteId);
  const context = { ...systemContext(db, site, dependencies.now), ...dependencies };
  const refund = await findOrderRefund(context, refundId);
  const payment = refund?.paymentId ? await findCheckoutPayment(context, refund.paymentId) : undefined;
  const account = payment && (await findAccount(context, payment.provider));
  if (!refund || !payment || refund.status !== "pending" || isRefundedByHand(payment)) return;
  if (!account) throw new Error(`The provider ${payment.provider} of the payment is no longer set up.`);
  const others = (await listOrderRefunds(context, refund.orderId)).filter(
    ({ id, paymentId }) => id !== refundId && paymentId === payment.id,
  );
  const succeeded = others.filter(({ status }) => status === "succeeded");
  const state = await providers[account.provider].refund(account, {
    refundId: formatId("refund", refundId),
    amount: { amount: refund.amount, currency: refund.currency },
    payment,
    refundedBefore: succeeded.reduce((sum, { amount }) => sum + amount, 0),
    hasOthersPending: others.some(({ status }) => status === "pending"),
    age: dependencies.now.getTime() - refund.createdAt.getTime(),
  });
  await db.transaction((inside) => settleRefund({ ...context, db: inside }, refundId, state));
}
