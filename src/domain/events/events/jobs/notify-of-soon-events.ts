import type { Database } from "#database/database.ts";
import { maxLeadTimeMs, notifyOfSoon } from "#domain/events/events/notify-of-soon.ts";
import { keysetPages, pageSize } from "#domain/platform/queue/for-each-due.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

/** Emits the event for upcoming events of all sites. Events already emitted are not repeated. */
export async function notifyOfSoonEvents(db: Database, now: Date): Promise<void> {
  const until = new Date(now.getTime() + maxLeadTimeMs);
  const find = (after: { startsAt: Date; id: string }) =>
    db.many<{ siteId: string; id: string; startsAt: Date }>`
      select site_id, id, starts_at from events
       where status = 'published' and deleted_at is null and starts_at > ${now} and starts_at <= ${until}
         and (starts_at, id) > (${after.startsAt}, ${after.id}::uuid)
       order by starts_at, id limit ${pageSize}`;
  for await (const page of keysetPages({ startsAt: now, id: nilUuid }, find)) {
    for (const [siteId, events] of Map.groupBy(page, (event) => event.siteId)) {
      await notifyOfSoon(systemContext(db, await readSite(db, siteId), now), events);
    }
  }
}
