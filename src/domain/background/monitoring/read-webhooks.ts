import type { Database } from "#database/database.ts";
import { webhooks } from "#telemetry/metrics/catalog.ts";

const maxRowsPerScrape = 10_000;

/** Reads the backlog of webhooks at all sites. The returned function sets its gauges. */
export async function readWebhooks(db: Pick<Database, "one">, now: Date): Promise<() => void> {
  const [deliveries, events] = await Promise.all([
    db.one<{ due: number; scheduled: number; oldest: Date | null }>`
      select count(*) filter (where pending.next_attempt_at <= ${now}) as due,
             count(*) filter (where pending.next_attempt_at > ${now}) as scheduled,
             min(pending.next_attempt_at) as oldest
        from (select next_attempt_at from webhook_deliveries
               where next_attempt_at is not null
               limit ${maxRowsPerScrape}) pending`,
    db.one<{ count: number; oldest: Date | null }>`
      select count(*) as count, min(undispatched.created_at) as oldest
        from (select created_at from outbox_events
               where sequence is null
               limit ${maxRowsPerScrape}) undispatched`,
  ]);
  const ageOf = (time: Date | null) => (time === null ? 0 : Math.max(0, (now.getTime() - time.getTime()) / 1000));
  return () => {
    webhooks.pending.set({ state: "due" }, deliveries.due);
    webhooks.pending.set({ state: "scheduled" }, deliveries.scheduled);
    webhooks.oldestDue.set({}, ageOf(deliveries.oldest));
    webhooks.undispatched.set({}, events.count);
    webhooks.oldestUndispatched.set({}, ageOf(events.oldest));
  };
}
