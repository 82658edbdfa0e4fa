-- Holds outgoing emails and webhooks of a restored copy, until the operator releases them.

create table message_hold (
  only_row   boolean primary key default true check (only_row),
  reason     text not null check (reason in ('restored', 'moved')),
  created_at timestamptz not null
);
