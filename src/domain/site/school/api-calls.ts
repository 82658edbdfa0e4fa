import type { Database } from "#database/database.ts";
import type { SiteScope } from "#domain/platform/context.ts";

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Adds to the request count of a day (UTC). */
async function addCalls({ db, site }: SiteScope, day: Date, calls: number): Promise<void> {
  await db.run`
    insert into api_calls (site_id, day, calls) values (${site.id}, ${dayOf(day)}, ${calls})
    on conflict (site_id, day) do update set calls = api_calls.calls + excluded.calls`;
}

export async function callsSince({ db, site }: SiteScope, since: Date, now: Date) {
  return db.one<{ today: number; thirtyDays: number }>`
    select coalesce(sum(calls) filter (where day = ${dayOf(now)}::date), 0)::bigint as today,
           coalesce(sum(calls), 0)::bigint as thirty_days
      from api_calls where site_id = ${site.id} and day >= ${dayOf(since)}::date`;
}

const bufferMs = 10_000;

/**
 * Counts requests without a statement per request. Counts are buffered in memory and written with the first request
 * ten seconds later, and on shutdown. A killed process loses its buffered counts.
 */
export function openCallCounter(failed: (error: unknown) => void) {
  const pending = new Map<string, { scope: SiteScope; day: Date; calls: number }>();
  let wroteAt = 0;

  function count(db: Database, site: SiteScope["site"], now: Date): void {
    const key = `${site.id} ${dayOf(now)}`;
    const buffered = pending.get(key);
    if (buffered) buffered.calls++;
    else pending.set(key, { scope: { db, site }, day: now, calls: 1 });
    if (Math.abs(now.getTime() - wroteAt) < bufferMs) return;
    wroteAt = now.getTime();
    void write();
  }

  async function write(): Promise<void> {
    const sums = [...pending.values()];
    pending.clear();
    for (const { scope, day, calls } of sums) await addCalls(scope, day, calls).catch(failed);
  }

  return { count, write };
}
