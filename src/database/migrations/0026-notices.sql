-- What many people are told: written once with its cause, and told to one after the other by a job.

create table notices (
  site_id     uuid not null references sites,
  id          uuid not null,
  -- What it is told of: the same is told once.
  cause       text not null,
  topic       text not null,
  -- {"kind": "attendees", "eventId": …}: who is told.
  audience    jsonb not null,
  template    text,
  data        jsonb not null default '{}',
  title       text,
  body        text check (length(body) <= 2000),
  link        text,
  -- Nobody need be told any more after it.
  until       timestamptz not null,
  -- The member who was told last: they are told in the order of their ids.
  position    uuid,
  created_at  timestamptz not null,
  finished_at timestamptz,
  primary key (site_id, id),
  unique (site_id, cause),
  check ((template is null) = (title is not null and body is not null))
);
create index notices_by_time on notices (created_at);

alter table notifications
  -- What it tells of: nobody is told the same twice.
  add column cause text,
  -- False where the member wants it by mail alone: the row is kept, so that it is sent once.
  add column in_inbox boolean not null default true;
create unique index notifications_once on notifications (site_id, member_id, cause) where cause is not null;
create index notifications_by_time on notifications (created_at);

drop index notifications_of_member;
drop index notifications_unread;
create index notifications_of_member on notifications (site_id, member_id, created_at desc, id desc) where in_inbox;
create index notifications_unread on notifications (site_id, member_id, created_at desc, id desc)
  where in_inbox and read_at is null;

-- Audiences, in the order in which they are told.
create index event_registrations_of_event_by_member on event_registrations (site_id, event_id, member_id);
create index enrollments_of_course_by_student on enrollments (site_id, course_id, student_id);
create index subscriptions_of_plan_by_member on subscriptions (site_id, plan_id, member_id);

-- Of all sites: which events remind somebody.
create index events_reminding on events (starts_at)
  where status = 'published' and deleted_at is null and reminders <> '{}';
create index enrollments_by_expiry on enrollments (site_id, expires_at, id)
  where expires_at is not null and deleted_at is null;
create index digital_product_grants_by_expiry on digital_product_grants (site_id, expires_at, id)
  where expires_at is not null and deleted_at is null;
