import type { Database } from "#database/database.ts";
import { remindAttendees } from "#domain/events/events/remind.ts";
import { readSite } from "#domain/site/sites/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";

/** Reminders per run; the next run takes the rest. */
const batch = 1000;

/** Milliseconds before an event: the earliest reminder. */
const earliest = 30 * 86_400_000;

/**
 * Sends due reminders that have not been announced yet, at all sites, each in its own transaction. Returns the number
 * of reminders.
 */
export async function remindOfEvents(db: Database, now: Date): Promise<number> {
  const until = new Date(now.getTime() + earliest);
  const due = await db.many<{ siteId: string; id: string }>`
    select events.site_id, events.id from events
     cross join lateral (
       select min(minutes) as minutes from unnest(events.reminders) as minutes
        where events.starts_at - make_interval(mins => minutes) <= ${now}) as nearest
     where events.status = 'published' and events.deleted_at is null and events.reminders <> '{}'
       and events.starts_at > ${now} and events.starts_at <= ${until} and nearest.minutes is not null
       and not exists (
         select from notices
          where notices.site_id = events.site_id
            and notices.cause = concat_ws(':', 'event_reminder', events.id,
                                          (extract(epoch from events.starts_at) * 1000)::bigint, nearest.minutes))
     order by events.starts_at limit ${batch}`;
  for (const { siteId, id } of due) {
    const site = await readSite(db, siteId);
    await db.transaction((inside) => remindAttendees(systemContext(inside, site, now), id));
  }
  return due.length;
}
