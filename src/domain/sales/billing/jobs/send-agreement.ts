import * as z from "zod";
import type { Database } from "#database/database.ts";
import type { Context } from "#domain/platform/context.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { isOver } from "#domain/sales/billing/agreement.ts";
import { mirrorAgreement } from "#domain/sales/billing/mirror-agreement.ts";
import { findAgreement, lockAgreement, updateAgreement } from "#domain/sales/billing/queries.ts";
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
  const state = await providers[provider].sendAgreement?.(account, reference, {
    isOver: isOver(agreement),
    cancelAt: subscription?.cancelAt ?? null,
    cancelAtPeriodEnd: agreement.cancelAtPeriodEnd && subscription?.cancelAtPeriodEnd === true,
    isPaused: agreement.status === "paused",
    payments,
    interval,
    intervalCount,
  });
  await db.transaction(async (inside) => {
    const within = { ...context, db: inside };
    const current = await lockAgreement(within, agreementId);
    // Changed while the provider answered: another job follows.
    if (!current || current.updatedAt.getTime() !== agreement.updatedAt.getTime()) return;
    await updateAgreement(within, current, { unsent: false }, dependencies.now);
    await mirrorAgreement(within, provider, { reference, readAt: dependencies.now, state });
  });
}
