-- requires 0.1.0
-- Adds second factors of members. The secret of an authenticator app is sealed. Recovery codes and spent challenges are stored as digests.
create table authenticator_apps (
  site_id uuid not null,
  member_id uuid not null,
  secret bytea not null,
  last_step bigint not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint authenticator_apps_pkey primary key (site_id, member_id),
  constraint authenticator_apps_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
create table recovery_codes (
  site_id uuid not null,
  member_id uuid not null,
  digest bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey primary key (site_id, member_id, digest),
  constraint recovery_codes_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
create table passkeys (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  rp_id text not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey primary key (site_id, id),
  constraint passkeys_site_id_credential_id_key unique (site_id, credential_id),
  constraint passkeys_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
create index passkeys_of_member on passkeys (site_id, member_id, id);
-- Challenges of passkeys are signed, not stored. Those that were used stay here until they expire.
create table spent_challenges (
  site_id uuid not null,
  digest bytea not null,
  expires_at timestamp with time zone not null,
  constraint spent_challenges_pkey primary key (site_id, digest)
);
create index spent_challenges_by_expiry on spent_challenges (expires_at);
