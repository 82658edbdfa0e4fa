import type { Database } from "#database/database.ts";
import { sql } from "#database/statements/sql.ts";
import { type DueRows, processDue } from "#domain/platform/queue/process-due.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { end, endedBy, endsWithin, type Change, warn, warningDays } from "../end-by-time.ts";

const enrollmentsPerTransaction = 500;

/**
 * Expires enrollments whose end has passed, and emits `enrollment.expiring` once per end and lead time. Finds due
 * enrollments of all sites by time, so that other sites cost nothing. Safe to run concurrently in several processes.
 * Returns the number of newly expired enrollments. `siteId`: leaves other sites unchanged.
 */
export async function endEnrollments(db: Database, now: Date, { siteId }: { siteId?: string } = {}): Promise<number> {
  const ofSite = siteId === undefined ? sql`true` : sql`site_id = ${siteId}`;
  const applyTo = (isDue: typeof ofSite, change: Change) =>
    processDue(db, { table: "enrollments", column: "id", isDue: sql`${ofSite} and ${isDue}` }, (rows) =>
      inTransactions(db, rows, now, change),
    );
  const ended = await applyTo(endedBy(now), end);
  for (const days of warningDays) await applyTo(endsWithin(days, now), (context, ids) => warn(context, ids, days));
  return ended;
}

async function inTransactions(db: Database, { siteId, keys }: DueRows, now: Date, change: Change): Promise<number> {
  const site = await readSite(db, siteId);
  const ids = keys.map(String);
  let changed = 0;
  for (let first = 0; first < ids.length; first += enrollmentsPerTransaction) {
    const some = ids.slice(first, first + enrollmentsPerTransaction);
    changed += await db.transaction((inside) => change(systemContext(inside, site, now), some));
  }
  return changed;
}
