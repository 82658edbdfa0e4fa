-- Notifications of members and their preferences.

create table notifications (
  site_id    uuid not null,
  id         uuid not null,
  member_id  uuid not null,
  topic      text not null check (topic in (
    'course_update', 'lecture_released', 'assignment_graded', 'certificate_issued', 'comment_reply', 'event_reminder',
    'event_changed', 'booking_update', 'subscription_update', 'access_expiring', 'post_published', 'announcement',
    'account_security')),
  -- Built-in texts are rendered when read, in the reader's language, from a template and its data.
  template   text,
  data       jsonb not null default '{}',
  -- Texts of the site's staff are stored as written.
  title      text,
  body       text check (length(body) <= 2000),
  -- A path of the site, which stays valid if the origin changes, or an external URL.
  link       text,
  read_at    timestamptz,
  created_at timestamptz not null,
  primary key (site_id, id),
  check ((template is null) = (title is not null and body is not null))
);
create index notifications_of_member on notifications (site_id, member_id, created_at desc, id desc);
create index notifications_unread on notifications (site_id, member_id, created_at desc, id desc) where read_at is null;

-- A row per explicit choice; otherwise the default of topic and channel applies.
create table notification_subscriptions (
  site_id    uuid not null,
  member_id  uuid not null,
  topic      text not null,
  channel    text not null check (channel in ('inbox', 'email', 'push')),
  enabled    boolean not null,
  updated_at timestamptz not null,
  primary key (site_id, member_id, topic, channel)
);

alter table notifications add foreign key (site_id, member_id) references members (site_id, id);
alter table notification_subscriptions add foreign key (site_id, member_id) references members (site_id, id);
