-- requires 0.1.0
-- Adds the keys of directories that provision members. A key is stored as its digest.
create table provisioning_keys (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  name text not null,
  digest bytea not null,
  ending text not null,
  email_domains text[] not null,
  roles text[] not null,
  group_roles jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_address text,
  constraint provisioning_keys_pkey primary key (site_id, id),
  constraint provisioning_keys_site_id_digest_key unique (site_id, digest),
  constraint provisioning_keys_site_id_fkey foreign key (site_id) references sites (id)
);
create index provisioning_keys_listed on provisioning_keys (site_id, created_at, id);
-- What a directory says about a member and the member itself does not hold.
create table provisioned_members (
  site_id uuid not null,
  key_id uuid not null,
  member_id uuid not null,
  external_id text,
  given_name text,
  family_name text,
  roles text[] default '{}'::text[] not null,
  added_roles text[] default '{}'::text[] not null,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint provisioned_members_pkey primary key (site_id, key_id, member_id),
  constraint provisioned_members_site_id_key_id_fkey foreign key (site_id, key_id) references provisioning_keys (site_id, id),
  constraint provisioned_members_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
create index provisioned_members_of_member on provisioned_members (site_id, member_id);
create index provisioned_members_by_external_id on provisioned_members (site_id, key_id, external_id);
create table provisioned_groups (
  site_id uuid not null,
  key_id uuid not null,
  group_id uuid not null,
  external_id text,
  created_at timestamp with time zone not null,
  constraint provisioned_groups_pkey primary key (site_id, key_id, group_id),
  constraint provisioned_groups_site_id_key_id_fkey foreign key (site_id, key_id) references provisioning_keys (site_id, id),
  constraint provisioned_groups_site_id_group_id_fkey foreign key (site_id, group_id) references groups (site_id, id)
);
create index provisioned_groups_of_group on provisioned_groups (site_id, group_id);
create index provisioned_groups_by_external_id on provisioned_groups (site_id, key_id, external_id);
-- The kinds of actors are declared in the code only: each release knows those that it reads.
alter table audit_entries drop constraint audit_entries_actor_kind_check;
