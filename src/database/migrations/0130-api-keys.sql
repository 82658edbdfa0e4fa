-- requires 0.1.0
-- API keys of members. A key is an access token with a client, a grant and a token family of its own, so that one
-- statement checks both kinds. The key, its client and its grant share one id.
create table api_keys (
  site_id           uuid not null,
  id                uuid not null,
  member_id         uuid not null,
  name              text not null,
  -- The last characters, by which people recognize a key.
  ending            text not null,
  scopes            text[] not null,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  revoked_at        timestamptz,
  -- Written at most every few minutes.
  last_used_at      timestamptz,
  last_used_address text,
  primary key (site_id, id),
  foreign key (site_id, member_id) references members (site_id, id)
);
create index api_keys_listed on api_keys (site_id, created_at, id);
create index api_keys_of_member on api_keys (site_id, member_id);
create index api_keys_by_expiry on api_keys (expires_at);

alter table clients drop constraint clients_origin_check;
alter table clients
  add constraint clients_origin_check
    check (origin in ('registered', 'operator', 'integration', 'metadata_document', 'explorer', 'api_key')) not valid;
