import * as z from "zod";
import type { Database } from "#database/database.ts";
import type { JobLog } from "#domain/platform/queue/queue-log.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import type { Reconciliation } from "#domain/sales/payments/reconciliation/payment-difference.ts";
import { reconcilePayments } from "#domain/sales/payments/reconciliation/reconcile.ts";
import {
  findReconciliation,
  storeReconciliation,
} from "#domain/sales/payments/reconciliation/stored-reconciliation.ts";
import { readSite } from "#domain/platform/site/queries.ts";

const Payload = z.object({ siteId: z.uuid() });

/** Days that staff compares on demand. */
const days = 7;

/** The job `reconcile_site`: compares the payments of a site with their providers, at the request of staff. */
export async function reconcileSite(
  db: Database,
  payload: unknown,
  dependencies: Pick<Context, "payments" | "mail" | "now">,
  log: JobLog,
): Promise<void> {
  const { siteId } = Payload.parse(payload);
  const site = await readSite(db, siteId);
  const context = { ...systemContext(db, site, dependencies.now), ...dependencies };
  try {
    await reconcileAndStore(context, days);
  } catch (err) {
    log.warn({ err, siteId }, "could not compare payments with their provider");
  }
}

/** Compares, and stores the result for the page of staff. Throws if a provider cannot be reached. */
export async function reconcileAndStore(context: RequestContext, period: number): Promise<Reconciliation> {
  try {
    const result = await reconcilePayments(context, { days: period });
    // Most schools have no provider whose payments can be compared.
    const isEmpty = result.compared + result.unanswered + result.divergences.length === 0;
    if (!isEmpty || (await findReconciliation(context))) await storeReconciliation(context, result, context.now);
    return result;
  } catch (error) {
    await storeReconciliation(context, null, context.now);
    throw error;
  }
}
