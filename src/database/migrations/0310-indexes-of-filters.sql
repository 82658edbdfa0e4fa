-- requires 0.1.0
-- For lists by status and source. The source comes first, because few statements compare it: an index that began with
-- the status would look as selective as a key wherever the planner has no statistics.
create index concurrently enrollments_by_source on enrollments (site_id, source, status, expires_at);
-- Rows that start at once are not in this index and cost nothing.
create index concurrently enrollments_scheduled on enrollments (site_id, starts_at) where starts_at > created_at;
-- In the place of subscriptions_canceling, which this release no longer uses: that index has the order of another one,
-- between which the planner chooses by statistics.
create index concurrently subscriptions_by_canceling on subscriptions (site_id, cancel_at_period_end);
