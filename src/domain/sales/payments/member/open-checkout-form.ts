import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import type { Money } from "#domain/platform/fields.ts";
import { notFound } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import {
  type CheckoutPayment,
  findCheckoutPayment,
  listCheckoutPayments,
  lockOrder,
  updatePayment,
} from "#domain/sales/orders/change-order.ts";
import { insertPayment } from "#domain/sales/orders/queries.ts";
import { findAccount } from "../account.ts";
import type { CheckoutForm, PaymentProvider, ProviderAccount } from "../provider.ts";
import { providers } from "../providers.ts";
import { requireAttempt } from "./retry-payment.ts";
import { settlePayment } from "../settlement/settle-payment.ts";
import { requestOf, startPayment } from "./start-payment.ts";
import { asSystem } from "#domain/platform/system-context.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

/** `form`: leads to the provider. `next`: the address where the member continues, at this site. */
type Opened = { form: CheckoutForm; provider: ProviderName; amount: Money; orderId: string } | { next: string };

/**
 * Returns the form that leads the member to the provider's page, which accepts each payment once. If the form was shown
 * before and the provider knows the payment, for example because the member has gone back, a new payment is started.
 * Throws `not_found`, `rate_limited`, and an error if the provider cannot be reached.
 */
export async function openCheckoutForm(context: RequestContext, id: string, locale: string): Promise<Opened> {
  const { memberId } = requireSession(context);
  const payment = await findOwnPayment(context, id, memberId);
  const provider = Object.entries(providers).find(([name]) => name === payment.provider)?.[1];
  if (!provider?.checkoutForm) throw notFound("payment", formatId("payment", id));
  await requireWithin(context, limits.checkoutFormPerMember, memberId);
  const next = `/orders/${formatId("order", payment.orderId)}`;
  const account = await findAccount(context, payment.provider);
  const request = await requestOf(context, payment);
  if (payment.status !== "pending" || payment.instructions || !request.isWaiting || !account) return { next };
  if (payment.openedAt !== null && (await isKnown(context, { provider, account, payment }))) {
    const again = await startAgain(context, payment);
    return { next: again === undefined ? next : `/checkout/continue/${formatId("payment", again)}` };
  }
  if (payment.openedAt === null) await updatePayment(context, id, { openedAt: context.now }, context.now);
  const { amount, currency, orderId } = payment;
  const form = provider.checkoutForm(account, { ...request, locale });
  return { form, provider: account.provider, amount: { amount, currency }, orderId };
}

/** Returns the ID of the order of one of the member's own payments. */
export async function findOrderOfPayment(context: Context, id: string): Promise<string> {
  const { memberId } = requireSession(context);
  return (await findOwnPayment(context, id, memberId)).orderId;
}

async function findOwnPayment(context: Context, id: string, memberId: string): Promise<CheckoutPayment> {
  const { db, site } = context;
  const payment = await findCheckoutPayment(context, id);
  const order =
    payment &&
    (await db.first<{ memberId: string }>`
      select member_id from orders where site_id = ${site.id} and id = ${payment.orderId}`);
  if (payment && order?.memberId === memberId) return payment;
  throw notFound("payment", formatId("payment", id));
}

interface CheckoutFormRequest {
  provider: PaymentProvider;
  account: ProviderAccount;
  payment: CheckoutPayment;
}

/** Asks the provider about the payment. What it reports is recorded, except for a failure: the member tries again. */
async function isKnown(context: RequestContext, { provider, account, payment }: CheckoutFormRequest): Promise<boolean> {
  const state = await provider.readState?.(account, payment);
  if (!state) return false;
  if (state.status === "failed" || state.status === "canceled") return true;
  const system = asSystem(context);
  await context.db.transaction((db) => settlePayment({ ...system, db }, payment.id, state));
  return true;
}

/** Starts a further payment of an order that still waits. Returns its ID, or undefined if the order needs none. */
async function startAgain(context: RequestContext, { orderId, id }: CheckoutPayment): Promise<string | undefined> {
  const again = await context.db.transaction((db) => insertAgain({ ...context, db }, orderId, id));
  if (again !== undefined) await startPayment(context, again);
  return again;
}

async function insertAgain(context: Context, orderId: string, failedId: string): Promise<string | undefined> {
  const order = await lockOrder(context, orderId);
  const payments = await listCheckoutPayments(context, orderId);
  const failed = payments.find(({ id }) => id === failedId);
  if (order?.status !== "pending" || failed?.status !== "pending" || failed.instructions) return undefined;
  // Another tab has started one already.
  const fresh = payments.findLast(({ status, openedAt }) => status === "pending" && openedAt === null);
  if (fresh) return fresh.id;
  requireAttempt(payments);
  const { provider, amount, currency, expiresAt } = failed;
  const again = { id: newId(), orderId, provider, method: "other" as const, status: "pending" as const };
  await insertPayment(context, { ...again, amount, currency, expiresAt }, context.now);
  return again.id;
}
