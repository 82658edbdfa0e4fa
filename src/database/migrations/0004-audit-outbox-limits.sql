-- No foreign keys: many concurrent requests of a site insert here, and each check would lock the site's row.

create table audit_entries (
  site_id       uuid not null,
  id            uuid not null,
  action        text not null,
  actor_kind    text not null check (actor_kind in ('person', 'client', 'cli', 'system', 'anonymous')),
  member_id     uuid,
  client_id     uuid,
  resource_type text,
  resource_id   text,
  details       jsonb not null default '{}',
  address       text,
  request_id    text,
  created_at    timestamptz not null,
  primary key (site_id, id)
);
create index audit_entries_by_time on audit_entries (site_id, created_at desc, id desc);

create table outbox_events (
  site_id       uuid not null,
  id            uuid not null,
  type          text not null,
  object_id     text not null,
  data          jsonb not null,
  member_id     uuid,
  client_id     uuid,
  created_at    timestamptz not null,
  primary key (site_id, id)
);
create index outbox_events_by_time on outbox_events (site_id, created_at, id);

-- Rate limit counters, shared by all processes. Keys are digests, because they contain emails and IP addresses.
create table rate_limits (
  site_id    uuid not null,
  digest     bytea not null,
  count      integer not null,
  expires_at timestamptz not null,
  primary key (site_id, digest)
);
create index rate_limits_by_expiry on rate_limits (expires_at);
