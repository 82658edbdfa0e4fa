-- Sign-in attempts, counted across all sites of the installation. Accounts are installation-wide, so a counter per
-- site would give an attacker a fresh budget at each site. The key is a digest of the limit's name and the normalized
-- email, whether or not an account has that address. Rows contain no site, so they do not reveal where an attempt was
-- made. On Citus the table can be distributed by `digest`: every statement but the purge addresses one row by its
-- key.
create table sign_in_attempts (
  digest     bytea primary key,
  count      integer not null,
  expires_at timestamptz not null
);
create index sign_in_attempts_by_expiry on sign_in_attempts (expires_at);
