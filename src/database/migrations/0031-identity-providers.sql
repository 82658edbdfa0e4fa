-- requires 0.1.0
-- Adds identity providers of a school (OpenID Connect), the identities of members there, sign-ins under way, and logout
-- tokens that were used. Sessions name the provider that they came from, and its own session.
create table identity_providers (
  site_id uuid not null,
  id uuid not null,
  name text not null,
  preset text not null,
  issuer text not null,
  client_id text default '' not null,
  client_secret bytea,
  scopes text[] not null,
  domains text[] default '{}' not null,
  groups_claim text default 'groups' not null,
  group_roles jsonb default '{}' not null,
  creates_members boolean default true not null,
  passwords_off boolean default false not null,
  active boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint identity_providers_pkey primary key (site_id, id),
  constraint identity_providers_site_id_fkey foreign key (site_id) references sites (id)
);
create table identities (
  site_id uuid not null,
  id uuid not null,
  provider_id uuid not null,
  subject text not null,
  member_id uuid not null,
  email text,
  linked_by text not null,
  group_roles text[] default '{}' not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint identities_pkey primary key (site_id, id),
  constraint identities_site_id_provider_id_subject_key unique (site_id, provider_id, subject),
  constraint identities_site_id_member_id_provider_id_key unique (site_id, member_id, provider_id),
  constraint identities_linked_by_check check (linked_by in ('person', 'address', 'created')),
  constraint identities_site_id_provider_id_fkey foreign key (site_id, provider_id) references identity_providers (site_id, id),
  constraint identities_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
create table provider_requests (
  site_id uuid not null,
  digest bytea not null,
  browser_digest bytea not null,
  provider_id uuid not null,
  purpose text not null,
  session_id uuid,
  authorization_id uuid,
  return_to text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint provider_requests_pkey primary key (site_id, digest),
  constraint provider_requests_site_id_provider_id_fkey foreign key (site_id, provider_id) references identity_providers (site_id, id),
  constraint provider_requests_purpose_check check (purpose in ('sign_in', 'connect', 'test'))
);
create index provider_requests_of_provider on provider_requests (site_id, provider_id);
create index provider_requests_by_expiry on provider_requests (expires_at);
create table used_logout_tokens (
  site_id uuid not null,
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_logout_tokens_pkey primary key (site_id, digest),
  constraint used_logout_tokens_site_id_fkey foreign key (site_id) references sites (id)
);
create index used_logout_tokens_by_expiry on used_logout_tokens (expires_at);
alter table sessions add column identity_provider_id uuid;
alter table sessions add column provider_session text;
