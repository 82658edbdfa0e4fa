import * as z from "zod";
import type { Database } from "#database/database.ts";
import type { Context } from "#domain/platform/context.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { type Agreement, isOver } from "#domain/sales/billing/agreement.ts";
import type { RequestedPrice } from "#domain/sales/billing/agreement-state.ts";
import { refusePrice } from "#domain/sales/billing/take-price.ts";
import { findKind } from "#domain/sales/products/kinds.ts";
import type { SubscriptionRow } from "#domain/memberships/subscriptions/subscription.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mirrorAgreement } from "#domain/sales/billing/mirror-agreement.ts";
import { findAgreement, lockAgreement, updateAgreement, queueChanges } from "#domain/sales/billing/queries.ts";
import { findAccount } from "#domain/sales/payments/account.ts";
import { providers } from "#domain/sales/payments/providers.ts";
import { findSubscription } from "#domain/memberships/subscriptions/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";

const Payload = z.object({ siteId: z.uuid(), agreementId: z.uuid() });

type JobDependencies = Pick<Context, "payments" | "mail" | "now">;

/** The job `send_agreement`: reports a cancellation, a pause or the number of payments to the provider. */
export async function sendAgreement(db: Database, payload: unknown, dependencies: JobDependencies): Promise<void> {
  const { siteId, agreementId } = Payload.parse(payload);
  const site = await readSite(db, siteId);
  const context = { ...systemContext(db, site, dependencies.now), ...dependencies };
  const agreement = await findAgreement(context, agreementId);
  if (!agreement?.unsent || agreement.providerReference === null) return;
  const { provider, providerReference: reference, subscriptionId, interval, intervalCount, payments } = agreement;
  const account = await findAccount(context, provider);
  if (!account) throw new Error(`The provider ${provider} of the recurring payment is no longer set up.`);
  const subscription = subscriptionId === null ? undefined : await findSubscription(context, subscriptionId);
  const price = await requestedPrice(context, agreement, subscription);
  const began = performance.now();
  const state = await providers[provider].sendAgreement?.(account, reference, {
    price,
    isOver: isOver(agreement),
    cancelAt: subscription?.cancelAt ?? null,
    cancelAtPeriodEnd: agreement.cancelAtPeriodEnd && subscription?.cancelAtPeriodEnd === true,
    isPaused: agreement.status === "paused",
    payments,
    interval,
    intervalCount,
  });
  // An event that arrived before the answer has an older state.
  const readAt = new Date(dependencies.now.getTime() + performance.now() - began);
  await db.transaction(async (inside) => {
    const within = { ...context, db: inside };
    const current = await lockAgreement(within, agreementId);
    // Changed while the provider answered: another job follows.
    if (!current) return;
    if (current.updatedAt.getTime() !== agreement.updatedAt.getTime()) {
      await queueChanges(within, agreementId);
      return;
    }
    await updateAgreement(within, current, { unsent: false }, dependencies.now);
    await mirrorAgreement(within, provider, { reference, readAt, state });
    const nextPricingId = subscription?.nextPricingId ?? null;
    const isRefused = price !== null && state?.priceId !== price.id;
    if (isRefused && subscriptionId !== null && nextPricingId !== null) {
      await refusePrice(within, subscriptionId, nextPricingId);
    }
  });
}

/** The price that was chosen for the subscription. It is for the whole interval: the provider charges the difference. */
async function requestedPrice(
  context: Context,
  agreement: Agreement,
  subscription: SubscriptionRow | undefined,
): Promise<RequestedPrice | null> {
  const id = subscription?.nextPricingId ?? null;
  if (id === null || isOver(agreement)) return null;
  const item = await findKind(agreement.productType)?.find(context, id, agreement.memberId);
  if (!item?.price || !item.recurring) return null;
  const { interval, intervalCount } = item.recurring;
  // A later request has another key, because a provider repeats its answer to the same one.
  const key = `${formatId("billingAgreement", agreement.id)}-${agreement.updatedAt.getTime()}`;
  return { id: formatId("membershipPricing", id), amount: item.price, name: item.name, interval, intervalCount, key };
}
