-- What was answered to a write that carried a key, so that a repetition is answered alike and done once. Written in
-- the transaction of the effect; no foreign key, since its check would lock the site's row at every write.

create table idempotency_keys (
  site_id        uuid not null,
  -- Of the caller, the key and the site.
  digest         bytea not null,
  -- Of the request: a key is good for one.
  request_digest bytea not null,
  status         integer not null,
  -- As it was sent, letter by letter: jsonb would put it in another order.
  body           json,
  expires_at     timestamptz not null,
  primary key (site_id, digest)
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);
