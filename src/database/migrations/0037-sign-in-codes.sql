-- requires 0.1.0
-- Adds codes and links that sign people in by email. A browser has one at a time. Codes without a member go to addresses
-- that do not sign in here, so that they look the same.
create table sign_in_codes (
  site_id uuid not null,
  browser_digest bytea not null,
  link_digest bytea not null,
  digits_digest bytea not null,
  email text not null,
  member_id uuid,
  tries integer default 0 not null,
  authorization_id uuid,
  return_to text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sign_in_codes_pkey primary key (site_id, browser_digest),
  constraint sign_in_codes_site_id_link_digest_key unique (site_id, link_digest)
);
create index sign_in_codes_by_member on sign_in_codes (site_id, member_id);
create index sign_in_codes_by_expiry on sign_in_codes (expires_at);
