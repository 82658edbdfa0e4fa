-- requires 0.1.0
-- Messages of staff to members, and what became of them for each recipient.
create table messages (
  site_id uuid not null,
  id uuid not null,
  author_id uuid,
  member_id uuid,
  audience jsonb not null,
  subject text not null,
  body_markdown text not null,
  body_html text not null,
  status text not null,
  scheduled_at timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  "position" uuid,
  recipient_count integer not null,
  emailed_count integer default 0 not null,
  inbox_count integer default 0 not null,
  unsubscribed_count integer default 0 not null,
  unreachable_count integer default 0 not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint messages_pkey primary key (site_id, id),
  constraint messages_site_id_fkey foreign key (site_id) references sites (id),
  constraint messages_status_check check (status in ('scheduled', 'sending', 'sent', 'canceled'))
);
create index messages_by_creation on messages (site_id, created_at, id);
create index messages_by_update on messages (site_id, updated_at, id);
create index messages_by_status on messages (site_id, status, created_at, id);
create index messages_of_member on messages (site_id, member_id, created_at, id) where member_id is not null;
create index messages_by_author on messages (site_id, author_id) where author_id is not null;

create table message_recipients (
  site_id uuid not null,
  message_id uuid not null,
  member_id uuid not null,
  email text not null,
  in_inbox boolean not null,
  created_at timestamp with time zone not null,
  constraint message_recipients_pkey primary key (site_id, message_id, member_id),
  constraint message_recipients_site_id_fkey foreign key (site_id) references sites (id),
  constraint message_recipients_email_check check (email in ('sent', 'unsubscribed', 'unreachable'))
);
create index message_recipients_of_member on message_recipients (site_id, member_id, created_at);
