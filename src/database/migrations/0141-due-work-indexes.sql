-- requires 0.1.0
-- Indexes by time, of all sites together, so that scheduled work finds due rows without asking site by site.
create index concurrently enrollments_ending on enrollments
  ((case when warned_for = expires_at then warned_days else 0 end), expires_at, site_id)
  where expires_at is not null and deleted_at is null and status in ('active', 'completed', 'scheduled');
create index concurrently digital_product_grants_ending on digital_product_grants (expires_at, site_id)
  where expires_at is not null and deleted_at is null;
create index concurrently events_to_remind on events
  ((case when reminder_version = version then next_reminder_at else '-infinity' end))
  where status = 'published' and deleted_at is null and reminders <> '{}';
create index concurrently webhook_deliveries_by_attempt on webhook_deliveries (next_attempt_at, site_id, endpoint_id)
  where next_attempt_at is not null;
-- Was read by the job that reminds of events.
drop index concurrently events_reminding;
