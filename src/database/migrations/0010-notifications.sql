-- What a member is told, and how they want to be told of it.

create table notifications (
  site_id    uuid not null,
  id         uuid not null,
  member_id  uuid not null,
  topic      text not null check (topic in (
    'course_update', 'lecture_released', 'assignment_graded', 'certificate_issued', 'comment_reply', 'event_reminder',
    'event_changed', 'booking_update', 'subscription_update', 'access_expiring', 'post_published', 'announcement',
    'account_security')),
  -- Lectern's own words are made when they are read, in the language of whoever reads: from a template and its data.
  template   text,
  data       jsonb not null default '{}',
  -- What the site's people wrote stands as they wrote it.
  title      text,
  body       text check (length(body) <= 2000),
  -- A path of the site, which may move to another origin; or an address elsewhere.
  link       text,
  read_at    timestamptz,
  created_at timestamptz not null,
  primary key (site_id, id),
  check ((template is null) = (title is not null and body is not null))
);
create index notifications_of_member on notifications (site_id, member_id, created_at desc, id desc);
create index notifications_unread on notifications (site_id, member_id, created_at desc, id desc) where read_at is null;

-- A row where somebody chose; nothing where the default of the topic and channel holds.
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
