import type { RequestContext } from "#domain/platform/context.ts";
import { count, limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { findCheckoutPayment } from "#domain/sales/orders/change-order.ts";
import { findAccount } from "../account.ts";
import { providers } from "../providers.ts";
import { settlePayment } from "../settlement/settle-payment.ts";
import { asSystem } from "#domain/platform/system-context.ts";

/**
 * Polls the provider for the state of a pending payment, at most once in 5 seconds per payment, or once a minute if the
 * provider limits queries. Returns true if the state has changed. Throws if the provider does not respond: the result
 * follows with its event.
 */
export async function refreshPayment(context: RequestContext, paymentId: string): Promise<boolean> {
  const payment = await findCheckoutPayment(context, paymentId);
  if (payment?.status !== "pending" || payment.sessionReference === null) return false;
  const account = await findAccount(context, payment.provider);
  if (!account || !providers[account.provider].readState) return false;
  const limit = providers[account.provider].limitsQueries
    ? limits.limitedPaymentStatePerPayment
    : limits.paymentStatePerPayment;
  if ((await count(context, limit, paymentId)).count > limit.max) return false;
  const state = await providers[account.provider].readState?.(account, payment);
  if (!state) return false;
  const system = asSystem(context);
  const settled = await context.db.transaction((db) => settlePayment({ ...system, db }, paymentId, state));
  return settled === "applied";
}
