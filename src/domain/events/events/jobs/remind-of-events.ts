import type { Database } from "#database/database.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { processDue } from "#domain/platform/queue/process-due.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";

const eventsPerStatement = 1000;

/** Must match the index `events_to_remind`. A changed event has a new version: its reminder is computed again. */
const nextReminder = sql`(case when reminder_version = version then next_reminder_at else '-infinity' end)`;

const isDue = (now: Date): Sql => sql`
  ${nextReminder} <= ${now} and status = 'published' and deleted_at is null and reminders <> '{}'`;

/**
 * Sends due reminders that have not been announced yet, at all sites, each in its own transaction. Returns the number
 * of events with a reminder.
 */
export async function remindOfEvents(db: Database, now: Date): Promise<number> {
  let total = 0;
  for (let dueCount = eventsPerStatement; dueCount === eventsPerStatement;) {
    const due = await db.many<{ siteId: string; id: string }>`
      select site_id, id from events where ${isDue(now)} and starts_at > ${now}
       order by ${nextReminder} limit ${eventsPerStatement}`;
    if (due.length === 0) break;
    const { remindAttendees } = await import("#domain/events/events/remind.ts");
    for (const { siteId, id } of due) {
      const site = await readSite(db, siteId);
      if (await db.transaction((inside) => remindAttendees(systemContext(inside, site, now), id))) total++;
    }
    dueCount = due.length;
  }
  await forgetBegun(db, now);
  return total;
}

/** Events that have begun need no reminder, such as those that were changed or imported afterwards. */
const forgetBegun = (db: Database, now: Date): Promise<number> =>
  processDue(
    db,
    { table: "events", column: "id", isDue: sql`${isDue(now)} and starts_at <= ${now}` },
    ({ siteId, keys }) => db.run`
      update events set next_reminder_at = null, reminder_version = version
       where site_id = ${siteId} and id = any(${keys}::uuid[]) and starts_at <= ${now}`,
  );
