-- requires 0.1.0
-- The last comparison of a site's payments with their providers.
create table reconciliations (
  site_id      uuid not null references sites,
  -- When staff asked for the one that has not ended yet. Null: none is running.
  requested_at timestamptz,
  finished_at  timestamptz,
  -- Null: a provider could not be reached.
  result       jsonb,
  primary key (site_id)
);
