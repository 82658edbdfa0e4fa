-- Stored responses of writes with an idempotency key, for identical responses to retries. Inserted in the transaction
-- of the write. No foreign key, since its check would lock the site's row at every write.

create table idempotency_keys (
  site_id        uuid not null,
  -- Digest of caller, key and site.
  digest         bytea not null,
  -- Digest of the request: a key is valid for one request.
  request_digest bytea not null,
  status         integer not null,
  -- The exact response text: jsonb would reorder it.
  body           json,
  expires_at     timestamptz not null,
  primary key (site_id, digest)
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);
