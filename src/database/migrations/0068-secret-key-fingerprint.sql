-- Identifies the secret key that the values of this database are sealed with. The key cannot be derived from it.

create table secret_key_fingerprint (
  only_row    boolean primary key default true check (only_row),
  fingerprint bytea not null,
  created_at  timestamptz not null
);
