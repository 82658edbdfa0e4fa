import type { Database } from "#database/database.ts";
import { announce } from "#domain/messages/notifications/announce.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { schoolSettings } from "#domain/site/school/settings.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { dueReminders, type ReminderSettings } from "../due-reminders.ts";

const sitesPerStatement = 5000;

/** Longest silence that a school can choose, with the days in which a late job still reminds. */
const maxSilenceMs = 63 * 86_400_000;

interface LearningSite {
  siteId: string;
  timeZone: string;
  notifications: unknown;
}

/**
 * Announces the reminders to learn that are due at all sites, each at a site in its own transaction. The announcement
 * of a day exists once, whichever process creates it, and its job notifies the members in batches. A site that fails
 * does not stop the others. Returns the number of announcements.
 */
export async function remindLearners(db: Database, now: Date, mail?: Postbox): Promise<number> {
  const failures: Error[] = [];
  let total = 0;
  for (let after = nilUuid; ;) {
    const sites = await listLearningSites(db, after, now);
    const schools =
      sites.length === 0
        ? []
        : await settingsOf(
            db,
            sites.map(({ siteId }) => siteId),
          );
    for (const school of schools) {
      try {
        total += await announceDue({ db, now, mail }, school);
      } catch (error) {
        failures.push(new Error(`The reminders of the site ${school.siteId} failed.`, { cause: error }));
      }
    }
    const last = sites.at(-1);
    if (!last || sites.length < sitesPerStatement) break;
    after = last.siteId;
  }
  if (failures.length > 0) throw new AggregateError(failures, `The reminders of ${failures.length} sites failed.`);
  return total;
}

async function announceDue(
  { db, now, mail }: { db: Database; now: Date; mail: Postbox | undefined },
  { siteId, timeZone, notifications }: LearningSite,
): Promise<number> {
  const settings: ReminderSettings = schoolSettings.notifications.parse(notifications ?? {});
  const due = dueReminders(settings, timeZone, now);
  if (due.length === 0) return 0;
  const site = await readSite(db, siteId);
  for (const { audience, date, until } of due) {
    const news = audience.kind === "silent" ? occasions.studyReminders(date) : occasions.weeklySummaries(date);
    await db.transaction((inside) =>
      announce({ ...systemContext(inside, site, now), mail }, audience, { ...news, until }),
    );
  }
  return due.length;
}

/** Sites where students have learned lately. */
const listLearningSites = (db: Database, after: string, now: Date): Promise<{ siteId: string }[]> =>
  db.many<{ siteId: string }>`
    select schools.site_id from schools
     where schools.site_id > ${after} and exists (
       select from enrollments
        where enrollments.site_id = schools.site_id
          and coalesce(enrollments.last_activity_at, '-infinity') > ${new Date(now.getTime() - maxSilenceMs)})
     order by schools.site_id limit ${sitesPerStatement}`;

const settingsOf = (db: Database, siteIds: readonly string[]): Promise<LearningSite[]> =>
  db.many<LearningSite>`
    select site_id, settings -> 'notifications' as notifications, time_zone from schools
     where site_id = any(${siteIds}::uuid[])`;
