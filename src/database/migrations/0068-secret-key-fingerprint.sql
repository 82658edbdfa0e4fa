-- Identifies the secret key that encrypts values in this database. The key cannot be derived from it.

create table secret_key_fingerprint (
  only_row    boolean primary key default true check (only_row),
  fingerprint bytea not null,
  created_at  timestamptz not null
);
