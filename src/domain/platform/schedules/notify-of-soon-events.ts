import type { Database } from "#database/database.ts";
import { soon, notifyOfSoon } from "#domain/events/events/notify-of-soon.ts";
import { readSite } from "#domain/site/sites/queries.ts";

const batch = 500;

/** The nil UUID, the position before the first row. */
const none = "00000000-0000-0000-0000-000000000000";

/** Emits the event for upcoming events of all sites. Events already emitted are not repeated. */
export async function notifyOfSoonEvents(db: Database, now: Date): Promise<void> {
  const until = new Date(now.getTime() + soon);
  for (let beyond = { startsAt: now, id: none }; ;) {
    const next = await db.many<{ siteId: string; id: string; startsAt: Date }>`
      select site_id, id, starts_at from events
       where status = 'published' and deleted_at is null and starts_at > ${now} and starts_at <= ${until}
         and (starts_at, id) > (${beyond.startsAt}, ${beyond.id}::uuid)
       order by starts_at, id limit ${batch}`;
    for (const [siteId, events] of Map.groupBy(next, (event) => event.siteId)) {
      const site = await readSite(db, siteId);
      await notifyOfSoon({ db, site, caller: { kind: "system" }, now, requestId: null, address: null }, events);
    }
    const last = next.at(-1);
    if (!last || next.length < batch) return;
    beyond = last;
  }
}
