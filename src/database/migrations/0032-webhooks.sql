-- Who is told of what happens, and how that went.

create table webhook_endpoints (
  site_id                    uuid not null references sites,
  id                         uuid not null,
  url                        text not null,
  event_types                text[] not null,
  description                text not null default '',
  -- 'thin' sends the id of a thing, and not the thing.
  payload                    text not null default 'full' check (payload in ('full', 'thin')),
  status                     text not null default 'enabled' check (status in ('enabled', 'disabled', 'auto_disabled')),
  disabled_reason            text,
  -- Sealed: signatures are made with it.
  secret                     bytea not null,
  previous_secret            bytea,
  previous_secret_expires_at timestamptz,
  -- Attempts in a row that failed, and since when.
  failure_streak             integer not null default 0,
  failing_since              timestamptz,
  last_success_at            timestamptz,
  -- Whose it is, where an application made it: it is told what that grant may read, as long as it lives.
  grant_id                   uuid,
  client_id                  uuid,
  member_id                  uuid,
  scopes                     text[] not null default '{}',
  external_id                text,
  metadata                   jsonb not null default '{}',
  version                    integer not null default 1,
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,
  deleted_at                 timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index webhook_endpoints_by_creation on webhook_endpoints (site_id, created_at, id);
create index webhook_endpoints_by_update on webhook_endpoints (site_id, updated_at, id);
create index webhook_endpoints_of_grant on webhook_endpoints (site_id, grant_id) where grant_id is not null;

-- One for each event and endpoint, with its last attempt.
create table webhook_deliveries (
  site_id          uuid not null,
  id               uuid not null,
  endpoint_id      uuid not null,
  event_id         uuid not null,
  event_type       text not null,
  status           text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'skipped')),
  attempt          integer not null default 0,
  http_status      integer,
  latency_ms       integer,
  response_excerpt text,
  error            text,
  -- Null once nothing more is tried.
  next_attempt_at  timestamptz,
  -- Until then a process has it in hand; afterwards, whatever became of that process, another may take it.
  claimed_until    timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (site_id, id),
  unique (site_id, endpoint_id, event_id)
);
create index webhook_deliveries_by_creation on webhook_deliveries (site_id, endpoint_id, created_at, id);
create index webhook_deliveries_due on webhook_deliveries (site_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
-- What may be purged is found for all sites at once, and so are endpoints that something is due for.
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

alter table webhook_deliveries add foreign key (site_id, endpoint_id) references webhook_endpoints (site_id, id);

-- The number of the last event of a site that was handed on.
create table webhook_feeds (
  site_id       uuid not null references sites,
  last_sequence bigint not null,
  primary key (site_id)
);

alter table outbox_events
  -- Given when it is handed on, in the order in which events are found: it grows, whatever transaction ends first.
  add column sequence bigint,
  -- Whether data is the whole thing as it was then, and not its id alone.
  add column is_whole boolean not null default false,
  add column previous_attributes jsonb;
create unique index outbox_events_by_sequence on outbox_events (site_id, sequence) where sequence is not null;
create index outbox_events_untold on outbox_events (site_id, id) where sequence is null;
create index outbox_events_by_age on outbox_events (created_at);
create index webhook_endpoints_enabled on webhook_endpoints (site_id, id) where status = 'enabled' and deleted_at is null;
