-- Webhook endpoints and deliveries.

create table webhook_endpoints (
  site_id                    uuid not null references sites,
  id                         uuid not null,
  url                        text not null,
  event_types                text[] not null,
  description                text not null default '',
  -- 'thin' sends the id of a resource without its content.
  payload                    text not null default 'full' check (payload in ('full', 'thin')),
  status                     text not null default 'enabled' check (status in ('enabled', 'disabled', 'auto_disabled')),
  disabled_reason            text,
  -- Encrypted signing secret.
  secret                     bytea not null,
  previous_secret            bytea,
  previous_secret_expires_at timestamptz,
  -- Consecutive failed attempts, and the time of the first.
  failure_streak             integer not null default 0,
  failing_since              timestamptz,
  last_success_at            timestamptz,
  -- The grant of the creating application, if any: it limits the events and the endpoint's lifetime.
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

-- One row per event and endpoint, with the last attempt.
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
  -- Null when no further attempt is scheduled.
  next_attempt_at  timestamptz,
  -- Lease: until this time, one process owns the delivery. Afterwards any process can claim it.
  claimed_until    timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (site_id, id),
  unique (site_id, endpoint_id, event_id)
);
create index webhook_deliveries_by_creation on webhook_deliveries (site_id, endpoint_id, created_at, id);
create index webhook_deliveries_due on webhook_deliveries (site_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
-- Across sites, to find expired deliveries and endpoints with due ones.
create index webhook_deliveries_by_age on webhook_deliveries (created_at);

alter table webhook_deliveries add foreign key (site_id, endpoint_id) references webhook_endpoints (site_id, id);

-- The sequence number of a site's last dispatched event.
create table webhook_feeds (
  site_id       uuid not null references sites,
  last_sequence bigint not null,
  primary key (site_id)
);

alter table outbox_events
  -- Assigned at dispatch, in the order in which events become visible: it increases whichever transaction commits
  -- first.
  add column sequence bigint,
  -- True if data is the complete resource at that time instead of just its id.
  add column is_whole boolean not null default false,
  add column previous_attributes jsonb;
create unique index outbox_events_by_sequence on outbox_events (site_id, sequence) where sequence is not null;
create index outbox_events_untold on outbox_events (site_id, id) where sequence is null;
create index outbox_events_by_age on outbox_events (created_at);
create index webhook_endpoints_enabled on webhook_endpoints (site_id, id) where status = 'enabled' and deleted_at is null;
