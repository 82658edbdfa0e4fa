-- requires 0.1.0
-- The end that the last warning of an enrollment was about, and its days before the end. Other ends have no warning yet.
alter table enrollments add column warned_for timestamptz, add column warned_days integer;
-- The next reminder of an event, as computed for a version of it. Null: none is left.
alter table events add column next_reminder_at timestamptz, add column reminder_version integer;
