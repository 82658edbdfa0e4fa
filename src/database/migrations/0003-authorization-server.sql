create table clients (
  site_id                    uuid not null references sites,
  id                         uuid not null,
  name                       text not null,
  -- Registered dynamically, or created by an operator for members or staff.
  origin                     text not null check (origin in ('registered', 'operator')),
  audience                   text not null check (audience in ('operator', 'member')),
  token_endpoint_auth_method text not null check (token_endpoint_auth_method in ('none', 'client_secret_post')),
  application_type           text,
  redirect_uris              text[] not null,
  -- Null: all scopes of its audience.
  scopes                     text[],
  secret_digest              bytea,
  previous_secret_digest     bytea,
  previous_secret_expires_at timestamptz,
  first_authorized_at        timestamptz,
  metadata                   jsonb not null default '{}',
  version                    integer not null default 1,
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,
  deleted_at                 timestamptz,
  primary key (site_id, id),
  check ((token_endpoint_auth_method = 'none') = (secret_digest is null))
);
create index clients_never_authorized on clients (created_at) where origin = 'registered' and first_authorized_at is null;

-- The grant of one member to one client. Codes and token families belong to it.
create table grants (
  site_id      uuid not null,
  id           uuid not null,
  member_id    uuid not null,
  client_id    uuid not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  revoked_at   timestamptz,
  primary key (site_id, id)
);
create unique index grants_in_force on grants (site_id, member_id, client_id) where revoked_at is null;
create index grants_of_client on grants (site_id, client_id);

-- Remembered consent: the scopes allowed for one redirect URI.
create table consents (
  site_id      uuid not null,
  id           uuid not null,
  grant_id     uuid not null,
  redirect_uri text not null,
  scopes       text[] not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (site_id, id),
  unique (site_id, grant_id, redirect_uri)
);

-- A pending request at the authorization endpoint, bound to the browser that started it.
create table authorizations (
  site_id        uuid not null,
  id             uuid not null,
  browser_digest bytea not null,
  client_id      uuid not null,
  request        jsonb not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  primary key (site_id, id)
);
create index authorizations_by_expiry on authorizations (expires_at);

create table authorization_codes (
  site_id        uuid not null,
  digest         bytea not null,
  grant_id       uuid not null,
  -- Created with the code, so that reuse of the code can revoke the family.
  family_id      uuid not null,
  client_id      uuid not null,
  redirect_uri   text not null,
  -- The request contained redirect_uri, so the exchange must repeat it (RFC 6749 §4.1.3).
  redirect_uri_named boolean not null,
  scopes         text[] not null,
  code_challenge text not null,
  resource_named boolean not null,
  nonce          text,
  auth_time      timestamptz,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  spent_at       timestamptz,
  primary key (site_id, digest)
) with (fillfactor = 80);
create index authorization_codes_by_expiry on authorization_codes (expires_at);

-- Token families: the tokens that descend from one code exchange. Every token check joins the family and its grant,
-- so that updating one row revokes all tokens.
create table families (
  site_id    uuid not null,
  id         uuid not null,
  grant_id   uuid not null,
  created_at timestamptz not null,
  -- Latest expiry of its tokens; the row can be deleted afterwards.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (site_id, id)
);
create index families_of_grant on families (site_id, grant_id);
create index families_by_expiry on families (expires_at);

create table tokens (
  site_id    uuid not null,
  digest     bytea not null,
  family_id  uuid not null,
  kind       text not null check (kind in ('access', 'refresh')),
  scopes     text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Time of rotation of a refresh token. Reuse revokes the family.
  spent_at   timestamptz,
  primary key (site_id, digest)
) with (fillfactor = 85);
-- Each token response of a family includes a refresh token.
create index refresh_tokens_of_family on tokens (site_id, family_id, created_at desc)
  where kind = 'refresh';
create index tokens_by_expiry on tokens (expires_at);

create table signing_keys (
  site_id      uuid not null references sites,
  id           uuid not null,
  public_jwk   jsonb not null,
  private_key  bytea not null,
  created_at   timestamptz not null,
  -- Signs from this time until a later key does.
  active_from  timestamptz not null,
  -- Published until this time, when the last token it signed has expired.
  retires_at   timestamptz,
  primary key (site_id, id)
);

alter table grants add foreign key (site_id, member_id) references members (site_id, id);
alter table grants add foreign key (site_id, client_id) references clients (site_id, id);
alter table consents add foreign key (site_id, grant_id) references grants (site_id, id);
-- Requests, codes, families and tokens have no foreign keys: each check would lock the referenced row, which writes
-- to a client at every request, to a grant at every code and to a family at every token. Their writes read the
-- referenced row of the same site in the same statement, and rows without it have no effect.
