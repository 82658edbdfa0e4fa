import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/engagement/mail/postbox.ts";
import { readSite } from "#domain/site/sites/queries.ts";
import { processIfDue } from "#domain/sales/subscriptions/process-due.ts";

const batch = 500;

/** The nil UUID, the position before the first row. */
const none = "00000000-0000-0000-0000-000000000000";

/**
 * Processes due subscriptions of all sites, each in its own transaction. A failed one does not block the others and is
 * retried. Returns the number of processed subscriptions.
 */
export async function processAllDueSubscriptions(db: Database, now: Date, mail?: Postbox): Promise<number> {
  const failures: unknown[] = [];
  let total = 0;
  for (let beyond = { dueAt: new Date(-62_135_596_800_000), id: none }; ;) {
    const due = await db.many<{ siteId: string; id: string; dueAt: Date }>`
      select site_id, id, due_at from subscriptions
       where due_at <= ${now} and deleted_at is null and (due_at, id) > (${beyond.dueAt}, ${beyond.id}::uuid)
       order by due_at, id limit ${batch}`;
    for (const { siteId, id } of due) {
      const site = await readSite(db, siteId);
      const context = { site, caller: { kind: "system" }, now, requestId: null, address: null, mail } as const;
      try {
        if (await db.transaction((inside) => processIfDue({ ...context, db: inside }, id))) total++;
      } catch (error) {
        failures.push(error);
      }
    }
    const last = due.at(-1);
    if (!last || due.length < batch) break;
    beyond = last;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} subscriptions could not be processed.`);
  return total;
}
