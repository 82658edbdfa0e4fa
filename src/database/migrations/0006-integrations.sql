-- Platforms of vendors with known callback URLs. They belong to the installation; a site that enables one gets a
-- client with the same id.
create table integrations (
  id            uuid primary key,
  -- Operator-facing name: `claude`.
  slug          text not null unique,
  name          text not null,
  -- Client names under which it registers; a leading or trailing `*` is a wildcard.
  name_patterns text[] not null,
  redirect_uris text[] not null,
  -- Null: all operator scopes.
  scopes        text[],
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
