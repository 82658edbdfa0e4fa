-- requires 0.1.0
-- Addresses that bounced or complained, to which a site sends no email. A lifted suppression stays as a deleted row, so
-- that a report about an older email does not renew it.
create table suppressed_addresses (
  site_id     uuid not null references sites,
  id          uuid not null,
  email       text not null,
  email_key   text not null,
  reason      text not null check (reason in ('bounce', 'complaint')),
  status_code text,
  diagnostic  text,
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, email_key, reason)
);
create index suppressed_addresses_by_creation on suppressed_addresses (site_id, created_at, id);
create index suppressed_addresses_by_update on suppressed_addresses (site_id, updated_at, id);
