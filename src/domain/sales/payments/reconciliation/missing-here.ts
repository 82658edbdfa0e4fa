import type { Context } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { findAgreementByReference } from "#domain/sales/billing/queries.ts";
import { findCheckoutPayment } from "#domain/sales/orders/change-order.ts";
import type { ListedPayment, ProviderAccount, ProviderName } from "../provider.ts";
import type { Divergence } from "./divergence.ts";
import { isKnownReference } from "./our-payments.ts";

/** Payments that Lectern has started at the provider, but does not have, for example after a restore. */
export async function missingHere(
  context: Context,
  { provider }: ProviderAccount,
  listed: ReadonlyMap<string, ListedPayment>,
  { from, to }: { from: Date; to: Date },
): Promise<Divergence[]> {
  const found: Divergence[] = [];
  for (const payment of listed.values()) {
    const { sessionReference: reference, createdAt, state } = payment;
    if (state.status !== "succeeded" || createdAt < from || createdAt >= to) continue;
    if (await isHere(context, provider, payment)) continue;
    const order = { orderId: null, orderNumber: null };
    const states = { ours: null, theirs: state.status, isRepaired: false };
    found.push({ kind: "missing_here", provider, reference, ...order, ...states });
  }
  return found;
}

/** True also for payments that Lectern did not start. */
async function isHere(
  context: Context,
  provider: ProviderName,
  { sessionReference, paymentId, renews }: ListedPayment,
): Promise<boolean> {
  if (renews !== undefined) {
    const isOurs = await findAgreementByReference(context, { provider, reference: renews });
    return !isOurs || isKnownReference(context, provider, sessionReference);
  }
  const id = paymentId === undefined ? undefined : parseId("payment", paymentId);
  return paymentId === undefined || (id !== undefined && (await findCheckoutPayment(context, id)) !== undefined);
}
