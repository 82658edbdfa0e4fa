import type { Database } from "#database/database.ts";
import type { JobLog } from "#domain/platform/queue/queue-log.ts";
import type { Context } from "#domain/platform/context.ts";
import { reconcileAndStore } from "./reconcile-site.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { queuePendingRefunds } from "../refunds/queue-pending-refunds.ts";
import { readSites } from "#domain/platform/site/read-sites.ts";
import { queueUnsentAgreements } from "#domain/sales/billing/queries.ts";

/** Days that each run compares, so that a provider that is down for a day is caught up with. */
const days = 3;

/**
 * Compares the payments of all sites that have set up a provider. A site that fails does not block the others, and one
 * without payments costs nothing.
 */
export async function reconcileAllPayments(
  db: Database,
  dependencies: Pick<Context, "payments" | "mail" | "now">,
  log: JobLog,
): Promise<void> {
  for await (const site of readSites(db, await sitesWithPayments(db))) {
    const context = { ...systemContext(db, site, dependencies.now), ...dependencies };
    try {
      await queueUnsentAgreements(context);
      await queuePendingRefunds(context);
      const { compared, divergences } = await reconcileAndStore(context, days);
      const repaired = divergences.filter(({ isRepaired }) => isRepaired).length;
      if (divergences.length === 0) continue;
      log.warn(
        { siteId: site.id, compared, repaired, left: divergences.length - repaired },
        "payments differ from their provider",
      );
    } catch (err) {
      log.warn({ err, siteId: site.id }, "could not compare payments with their provider");
    }
  }
}

/** Returns the sites with keys of a provider, and those with calls to a provider that may have to be repeated. */
async function sitesWithPayments(db: Database): Promise<Set<string>> {
  const withKeys = await db.many<{ siteId: string }>`
    select distinct site_id from payment_accounts where credentials is not null`;
  const unsent = await db.many<{ siteId: string }>`select distinct site_id from billing_agreements where unsent`;
  const refunding = await db.many<{ siteId: string }>`select distinct site_id from refunds where status = 'pending'`;
  return new Set([...withKeys, ...unsent, ...refunding].map(({ siteId }) => siteId));
}
