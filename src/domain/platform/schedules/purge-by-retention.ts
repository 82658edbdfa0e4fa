import type { Queries } from "#database/database.ts";
import { type Sql, sql } from "#database/sql.ts";
import { deleteSubmissions } from "#domain/content/forms/delete-submissions.ts";
import { retentionSettings } from "#domain/site/school/settings.ts";
import { batch, inBatches } from "#domain/platform/queue/in-batches.ts";

/**
 * Deletes data past each site's retention period (docs/privacy.md). Every statement finds the oldest rows of each site
 * by an index, so that sites with longer retention do not slow down the others.
 */
export const purgeByRetention = async (db: Queries, now: Date): Promise<Record<string, number>> => ({
  auditEntries: await inBatches(
    () => db.run`
      delete from audit_entries using (
        select old.site_id, old.id from ${sitesWithSettings}
         cross join lateral (
           select audit_entries.site_id, audit_entries.id from audit_entries
            where audit_entries.site_id = sites.id and audit_entries.created_at < ${end(now, "auditRetentionDays")}
            order by audit_entries.created_at limit ${batch}) as old
         limit ${batch}) as old
       where audit_entries.site_id = old.site_id and audit_entries.id = old.id`,
  ),
  notifications: await inBatches(
    () => db.run`
      delete from notifications using (
        select old.site_id, old.id from ${sitesWithSettings}
         cross join lateral (
           select notifications.site_id, notifications.id from notifications
            where notifications.site_id = sites.id
              and notifications.created_at < ${end(now, "notificationRetentionDays")}
            order by notifications.created_at limit ${batch}) as old
         limit ${batch}) as old
       where notifications.site_id = old.site_id and notifications.id = old.id`,
  ),
  // Pending deliveries are never deleted: an attempt is due at most a day after the previous one.
  webhookDeliveries: await inBatches(
    () => db.run`
      delete from webhook_deliveries using (
        select old.site_id, old.id from ${sitesWithSettings}
         cross join lateral (
           select webhook_deliveries.site_id, webhook_deliveries.id from webhook_deliveries
            where webhook_deliveries.site_id = sites.id
              and webhook_deliveries.created_at < ${end(now, "webhookEventRetentionDays")}
            order by webhook_deliveries.created_at limit ${batch}) as old
         limit ${batch}) as old
       where webhook_deliveries.site_id = old.site_id and webhook_deliveries.id = old.id`,
  ),
  events: await inBatches(
    () => db.run`
      delete from outbox_events using (
        select old.site_id, old.id from ${sitesWithSettings}
         cross join lateral (
           select outbox_events.site_id, outbox_events.id from outbox_events
            where outbox_events.site_id = sites.id and outbox_events.sequence is not null
              and outbox_events.created_at < ${end(now, "webhookEventRetentionDays")}
            order by outbox_events.created_at limit ${batch}) as old
         limit ${batch}) as old
       where outbox_events.site_id = old.site_id and outbox_events.id = old.id`,
  ),
  progressReports: await inBatches(
    () => db.run`
      delete from progress_reports using (
        select old.site_id, old.enrollment_id, old.id from ${sitesWithSettings}
         cross join lateral (
           select progress_reports.site_id, progress_reports.enrollment_id, progress_reports.id from progress_reports
            where progress_reports.site_id = sites.id
              and progress_reports.reported_at < ${end(now, "progressReportRetentionDays")}
            order by progress_reports.reported_at limit ${batch}) as old
         limit ${batch}) as old
       where progress_reports.site_id = old.site_id and progress_reports.enrollment_id = old.enrollment_id
         and progress_reports.id = old.id`,
  ),
  formSubmissions: await inBatches(
    () =>
      db.run`${deleteSubmissions(
        sql`
        select old.site_id, old.id from ${sitesWithSettings}
         cross join lateral (
           select form_submissions.site_id, form_submissions.id from form_submissions
            where form_submissions.site_id = sites.id
              and form_submissions.created_at < ${end(now, "formSubmissionRetentionDays")}
            order by form_submissions.created_at limit ${batch}) as old
         limit ${batch}`,
        now,
      )}`,
  ),
});

const sitesWithSettings = sql`sites left join schools on schools.site_id = sites.id`;

/** Returns the cutoff before which a site deletes data of a kind; null if it keeps everything. */
function end(now: Date, setting: keyof typeof retentionSettings): Sql {
  const byDefault = retentionSettings[setting].parse(undefined);
  return sql`
    ${now}::timestamptz - make_interval(
      days => coalesce((schools.settings -> 'privacy' ->> ${setting})::integer, ${byDefault}::integer))`;
}
