import { contentIn } from "#database/content/content-of.ts";
import type { Queries } from "#database/database.ts";
import { identifier, type Sql, sql } from "#database/statements/sql.ts";
import { deleteSubmissions } from "#domain/content/forms/delete-submissions.ts";
import { retentionSettings } from "#domain/site/school/settings.ts";
import { rowsPerStatement, inBatches } from "#domain/platform/queue/in-batches.ts";
import { typedKeys } from "#lib/json/typed-object.ts";

/**
 * Deletes data past each site's retention period (docs/privacy.md). For each kind of data, one statement finds the
 * sites of a page that have old rows, by an index that starts with the site, so that sites with longer retention do not
 * slow down the others. Only these are changed, site by site.
 */
export async function purgeByRetention(db: Queries, now: Date): Promise<Record<string, number>> {
  const total: Record<string, number> = Object.fromEntries(typedKeys(deletions).map((name) => [name, 0]));
  for (let after = none; ;) {
    const sites = await readRetention(db, after);
    for (const name of typedKeys(deletions)) {
      const { remove, old, ...period } = deletions[name];
      const byCutoff = Map.groupBy(sites, ({ privacy }) => cutoff(now, period, privacy)?.getTime());
      for (const [time, some] of byCutoff) {
        if (time === undefined) continue;
        const until = new Date(time);
        for (const siteId of await sitesWithOld(db, old, some, until)) {
          total[name] = (total[name] ?? 0) + (await inBatches(() => remove(db, { siteId, until, now })));
        }
      }
    }
    const last = sites.at(-1);
    if (!last || sites.length < sitesPerPage) return total;
    after = last.siteId;
  }
}

/** Few statements for many sites, and arrays of a size that a cluster can send to each shard. */
const sitesPerPage = 5000;

/** The nil UUID, the position before the first site. */
const none = "00000000-0000-0000-0000-000000000000";

type Setting = keyof typeof retentionSettings;

/** The retention periods that a site has set. */
type Periods = Partial<Record<Setting, number | null>> | null;

/** The rows of a kind, by the column of their time. */
interface OldRows {
  table: string;
  time: Sql;
  /** Further conditions. */
  isOfKind?: Sql;
}

async function sitesWithOld(
  db: Queries,
  { table, time, isOfKind = sql`true` }: OldRows,
  sites: readonly { siteId: string }[],
  until: Date,
): Promise<string[]> {
  const found = await db.many<{ siteId: string }>`
    select distinct site_id from ${identifier(table)}
     where site_id = any(${sites.map(({ siteId }) => siteId)}::uuid[]) and ${time} < ${until} and ${isOfKind}`;
  return found.map(({ siteId }) => siteId);
}

/** Returns the next sites with their settings. Two statements, because a cluster keeps the tables in different ways. */
async function readRetention(db: Queries, after: string): Promise<{ siteId: string; privacy: Periods }[]> {
  const sites = await db.many<{ id: string }>`
    select id from sites where id > ${after} order by id limit ${sitesPerPage}`;
  const ids = sites.map(({ id }) => id);
  const schools = await db.many<{ siteId: string; privacy: Periods }>`
    select site_id, settings -> 'privacy' as privacy from schools where site_id = any(${ids}::uuid[])`;
  const settings = new Map(schools.map(({ siteId, privacy }) => [siteId, privacy]));
  return ids.map((siteId) => ({ siteId, privacy: settings.get(siteId) ?? null }));
}

/** A period that sites set, or the same one for all. */
type Period = { setting: Setting } | { days: number };

/** Returns the time before which a site deletes data of a kind; undefined if it keeps everything. */
function cutoff(now: Date, period: Period, privacy: Periods): Date | undefined {
  const days =
    "days" in period ? period.days : (privacy?.[period.setting] ?? retentionSettings[period.setting].parse(undefined));
  return days === null ? undefined : new Date(now.getTime() - days * 86_400_000);
}

interface Range {
  siteId: string;
  until: Date;
  now: Date;
}

/** Deletes the oldest rows of a site, at most one batch. Returns their number. */
type Remove = (db: Queries, range: Range) => Promise<number>;

/** Deletes rows by the time of their creation. */
const deleteOldest =
  (table: string): Remove =>
  (db, { siteId, until }) =>
    db.run`
    delete from ${identifier(table)}
     where site_id = ${contentIn(table, siteId)}
       and id in (select id from ${identifier(table)}
                   where site_id = ${siteId} and created_at < ${until} order by created_at limit ${rowsPerStatement})`;

const createdIn = (table: string): OldRows => ({ table, time: sql`created_at` });

/** Payment provider events with these results. */
const providerEventsWith = (results: readonly string[]) => ({
  old: { table: "provider_events", time: sql`received_at`, isOfKind: sql`result = any(${results}::text[])` },
  remove: ((db, { siteId, until }) => db.run`
    delete from provider_events
     where site_id = ${siteId}
       and (provider, message_id) in (select provider, message_id from provider_events
                                       where site_id = ${siteId} and received_at < ${until}
                                         and result = any(${results}::text[])
                                       order by received_at limit ${rowsPerStatement})`) satisfies Remove,
});

const deletions = {
  auditEntries: {
    setting: "auditRetentionDays",
    old: createdIn("audit_entries"),
    remove: deleteOldest("audit_entries"),
  },
  notifications: {
    setting: "notificationRetentionDays",
    old: createdIn("notifications"),
    remove: deleteOldest("notifications"),
  },
  // Pending deliveries are never deleted: an attempt is due at most a day after the previous one.
  webhookDeliveries: {
    setting: "webhookEventRetentionDays",
    old: createdIn("webhook_deliveries"),
    remove: deleteOldest("webhook_deliveries"),
  },
  events: {
    setting: "webhookEventRetentionDays",
    old: { ...createdIn("outbox_events"), isOfKind: sql`sequence is not null` },
    remove: (db: Queries, { siteId, until }: Range) => db.run`
      delete from outbox_events
       where site_id = ${siteId}
         and id in (select id from outbox_events
                     where site_id = ${siteId} and sequence is not null and created_at < ${until}
                     order by created_at limit ${rowsPerStatement})`,
  },
  progressReports: {
    setting: "progressReportRetentionDays",
    old: { table: "progress_reports", time: sql`reported_at` },
    remove: (db: Queries, { siteId, until }: Range) => db.run`
      delete from progress_reports
       where site_id = ${siteId}
         and (enrollment_id, id) in (select enrollment_id, id from progress_reports
                                      where site_id = ${siteId} and reported_at < ${until}
                                      order by reported_at limit ${rowsPerStatement})`,
  },
  formSubmissions: {
    setting: "formSubmissionRetentionDays",
    old: createdIn("form_submissions"),
    remove: (db: Queries, { siteId, until, now }: Range) =>
      db.run`${deleteSubmissions(
        siteId,
        sql`
        select form_submissions.id from form_submissions
         where form_submissions.site_id = ${siteId} and form_submissions.created_at < ${until}
         order by form_submissions.created_at limit ${rowsPerStatement}`,
        now,
      )}`,
  },
  // Longer than providers repeat an event.
  providerEvents: { days: 90, ...providerEventsWith(["applied", "ignored"]) },
  // Staff can apply these again.
  openProviderEvents: { days: 365, ...providerEventsWith(["failed", "unknown"]) },
} satisfies Record<string, Period & { old: OldRows; remove: Remove }>;
