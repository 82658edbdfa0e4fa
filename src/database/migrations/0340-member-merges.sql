-- requires 0.1.0
-- Merges of two members of one person, which the person confirms by a link to the address of each. A completed merge
-- stays, so that an erasure or an export of the surviving member finds traces of the merged one. The merged member has
-- no row then, so from_member_id refers to none.
create table member_merges (
  site_id             uuid not null references sites,
  id                  uuid not null,
  from_member_id      uuid not null,
  into_member_id      uuid not null,
  requested_by        uuid,
  status              text not null check (status in ('pending', 'completed', 'canceled')),
  records             jsonb not null default '[]',
  from_emails         text[] not null default '{}',
  from_account_id     uuid,
  from_name           text,
  from_phone          text,
  confirmed_from_at   timestamptz,
  confirmed_into_at   timestamptz,
  expires_at          timestamptz not null,
  completed_at        timestamptz,
  canceled_at         timestamptz,
  version             integer not null default 1,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  deleted_at          timestamptz,
  primary key (site_id, id),
  foreign key (site_id, into_member_id) references members (site_id, id),
  foreign key (site_id, requested_by) references members (site_id, id)
);
create index member_merges_by_creation on member_merges (site_id, created_at, id);
create index member_merges_by_update on member_merges (site_id, updated_at, id);
create index member_merges_of_from on member_merges (site_id, from_member_id);
create index member_merges_of_into on member_merges (site_id, into_member_id);
create index member_merges_by_requester on member_merges (site_id, requested_by) where requested_by is not null;

alter table mail_links drop constraint mail_links_purpose_check;
alter table mail_links
  add constraint mail_links_purpose_check
    check (purpose in ('sign_up', 'set_password', 'verify_email', 'change_email', 'invitation', 'verify_sender',
                       'member_merge')) not valid;
