-- Platforms of vendors whose callbacks are known. They belong to the installation, not to a site: a site enables one,
-- and then has a client with its id.
create table integrations (
  id            uuid primary key,
  -- What operators call it by: `claude`.
  slug          text not null unique,
  name          text not null,
  -- The names under which it registers; `*` at an end stands for anything.
  name_patterns text[] not null,
  redirect_uris text[] not null,
  -- Null: every operator scope.
  scopes        text[],
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
