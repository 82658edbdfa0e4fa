import { rows } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Reconciliation } from "./payment-difference.ts";

/** The last comparison of a site. `result` is null if a provider could not be reached. */
export interface StoredReconciliation {
  requestedAt: Date | null;
  finishedAt: Date | null;
  result: Reconciliation | null;
}

export const findReconciliation = ({ db, site }: SiteScope): Promise<StoredReconciliation | undefined> =>
  db.first<StoredReconciliation>`
    select requested_at, finished_at, result from reconciliations where site_id = ${site.id}`;

/** Differences that are stored: more than a page can show. */
const maxDivergences = 500;

export async function storeReconciliation(
  { db, site }: SiteScope,
  result: Reconciliation | null,
  now: Date,
): Promise<void> {
  const stored = result && { ...result, divergences: result.divergences.slice(0, maxDivergences) };
  const row = { siteId: site.id, requestedAt: null, finishedAt: now, result: stored };
  await db.run`
    insert into reconciliations ${rows(row)}
    on conflict (site_id) do update
       set requested_at = null, finished_at = excluded.finished_at, result = excluded.result`;
}

/** Records the request of a comparison. */
export async function storeRequest({ db, site }: SiteScope, now: Date): Promise<void> {
  await db.run`
    insert into reconciliations ${rows({ siteId: site.id, requestedAt: now })}
    on conflict (site_id) do update set requested_at = excluded.requested_at`;
}
