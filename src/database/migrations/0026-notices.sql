-- Announcements to many members: stored once with their cause, and sent by a job.

create table notices (
  site_id     uuid not null references sites,
  id          uuid not null,
  -- Deduplication key: the same cause is announced once.
  cause       text not null,
  topic       text not null,
  -- Recipients: {"kind": "attendees", "eventId": …}.
  audience    jsonb not null,
  template    text,
  data        jsonb not null default '{}',
  title       text,
  body        text check (length(body) <= 2000),
  link        text,
  -- Expiry of the announcement.
  until       timestamptz not null,
  -- The last notified member: recipients are processed in id order.
  position    uuid,
  created_at  timestamptz not null,
  finished_at timestamptz,
  primary key (site_id, id),
  unique (site_id, cause),
  check ((template is null) = (title is not null and body is not null))
);
create index notices_by_time on notices (created_at);

alter table notifications
  -- Deduplication key: a recipient gets a cause once.
  add column cause text,
  -- False if the member wants only email: the row still prevents duplicates.
  add column in_inbox boolean not null default true;
create unique index notifications_once on notifications (site_id, member_id, cause) where cause is not null;
create index notifications_by_time on notifications (created_at);

drop index notifications_of_member;
drop index notifications_unread;
create index notifications_of_member on notifications (site_id, member_id, created_at desc, id desc) where in_inbox;
create index notifications_unread on notifications (site_id, member_id, created_at desc, id desc)
  where in_inbox and read_at is null;

-- Audiences, in id order.
create index event_registrations_of_event_by_member on event_registrations (site_id, event_id, member_id);
create index enrollments_of_course_by_student on enrollments (site_id, course_id, student_id);
create index subscriptions_of_plan_by_member on subscriptions (site_id, plan_id, member_id);

-- Across sites, to find events with reminders.
create index events_reminding on events (starts_at)
  where status = 'published' and deleted_at is null and reminders <> '{}';
create index enrollments_by_expiry on enrollments (site_id, expires_at, id)
  where expires_at is not null and deleted_at is null;
create index digital_product_grants_by_expiry on digital_product_grants (site_id, expires_at, id)
  where expires_at is not null and deleted_at is null;
