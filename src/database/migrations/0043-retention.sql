-- Retention periods per site: expired rows are found site by site, oldest first.

create index notifications_of_site_by_time on notifications (site_id, created_at);
drop index notifications_by_time;
create index webhook_deliveries_of_site_by_age on webhook_deliveries (site_id, created_at);
drop index webhook_deliveries_by_age;
-- outbox_events_by_time does the same for events.
drop index outbox_events_by_age;
-- form_submissions_by_creation does the same for form submissions.
create index progress_reports_of_site_by_time on progress_reports (site_id, reported_at);
drop index progress_reports_by_time;
