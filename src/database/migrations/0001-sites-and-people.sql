-- Installation-wide tables: they find a site by its host and an account by its email address.

create table sites (
  id             uuid primary key,
  origin         text not null unique,
  host           text not null unique,
  name           text not null,
  description    text not null default '',
  default_locale text not null default 'en',
  mode           text not null default 'live' check (mode in ('live', 'test')),
  settings       jsonb not null default '{}',
  metadata       jsonb not null default '{}',
  version        integer not null default 1,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);

create table accounts (
  id                uuid primary key,
  email             text not null,
  -- Normalized for comparison: NFC and lower case.
  email_key         text not null unique,
  email_verified_at timestamptz,
  -- Null: the account is not claimed yet.
  password_hash     text,
  locale            text,
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);

-- The sites of an account. No foreign key to members: a table replicated to every node cannot reference a distributed
-- one.
create table account_sites (
  account_id uuid not null references accounts,
  site_id    uuid not null references sites,
  member_id  uuid not null,
  primary key (account_id, site_id)
);

-- Tables per site from here on: primary, unique and foreign keys start with site_id.

create table members (
  site_id         uuid not null references sites,
  id              uuid not null,
  account_id      uuid not null references accounts,
  name            text,
  email           text not null,
  email_key       text not null,
  picture_url     text,
  locale          text,
  roles           text[] not null default '{}',
  status          text not null default 'active' check (status in ('active', 'invited', 'suspended', 'removed')),
  joined_at       timestamptz not null,
  last_sign_in_at timestamptz,
  sign_in_count   integer not null default 0,
  external_id     text,
  metadata        jsonb not null default '{}',
  version         integer not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  deleted_at      timestamptz,
  primary key (site_id, id),
  unique (site_id, account_id),
  unique (site_id, email_key),
  unique (site_id, external_id)
);

create table sessions (
  site_id          uuid not null,
  id               uuid not null,
  digest           bytea not null,
  member_id        uuid not null,
  authenticated_at timestamptz not null,
  last_seen_at     timestamptz not null,
  expires_at       timestamptz not null,
  revoked_at       timestamptz,
  user_agent       text not null default '',
  address          text not null default '',
  primary key (site_id, id),
  unique (site_id, digest)
);
create index sessions_of_member on sessions (site_id, member_id, last_seen_at desc);
create index sessions_by_expiry on sessions (expires_at);

-- Browsers used for earlier sign-ins. Failed attempts by strangers do not throttle them.
create table known_browsers (
  site_id      uuid not null,
  id           uuid not null,
  digest       bytea not null,
  member_id    uuid not null,
  last_used_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, member_id, digest)
);
create index known_browsers_by_use on known_browsers (last_used_at);

alter table sessions add foreign key (site_id, member_id) references members (site_id, id);
alter table known_browsers add foreign key (site_id, member_id) references members (site_id, id);
