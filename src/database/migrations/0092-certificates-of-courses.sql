-- requires 0.1.0
-- Months for which certificates of the course are valid: 0 without an end. Null: completion issues no certificate.
alter table courses add column certificate_months integer;

alter table certificates
  -- Null: valid without an end.
  add column expires_at timestamptz,
  -- Position in the status lists of the site, assigned with the first credential.
  add column status_index bigint;

-- Keys that sign credentials. Public keys stay as long as a credential that they signed can be verified.
create table credential_keys (
  site_id     uuid not null references sites,
  id          uuid not null,
  public_jwk  jsonb not null,
  -- Null after a successor took over.
  private_key bytea,
  created_at  timestamptz not null,
  retired_at  timestamptz,
  primary key (site_id, id)
);

-- The next free position in the status lists of a site. Positions are never used again.
create table credential_statuses (
  site_id    uuid primary key references sites,
  next_index bigint not null
);
