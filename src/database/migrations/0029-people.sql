-- Member administration: profiles, groups, notes and invitations.

alter table members
  add column phone           text,
  add column time_zone       text,
  add column tags            text[] not null default '{}',
  -- Keyed by the handle of a member field.
  add column custom_fields   jsonb not null default '{}',
  add column consent_granted boolean not null default false,
  -- Time and source of the last change of consent.
  add column consent_at      timestamptz,
  add column consent_source  text,
  -- Last sign-in or learning activity.
  add column last_active_at  timestamptz,
  add column search_terms    text[] not null default '{}';

-- Search terms as in `domain/platform/search/search-terms.ts`: word prefixes, and character pairs for scripts without
-- spaces.
update members set
  last_active_at = last_sign_in_at,
  search_terms = array(
    select distinct right(members.site_id::text, 6) || piece
      from regexp_split_to_table(
             regexp_replace(lower(normalize(coalesce(members.name, '') || ' ' || members.email, NFKD)),
                            '[\u0300-\u036f]', '', 'g'),
             '[^[:alnum:]]+') as word
      cross join lateral (
        select left(word, size) as piece from generate_series(least(2, length(word)), least(24, length(word))) as size
        union all
        select substr(word, place, size) from generate_series(1, length(word)) as place, generate_series(1, 2) as size
         where word ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]'
      ) as pieces
     where word <> '');

create index members_by_creation on members (site_id, created_at, id);
create index members_by_update on members (site_id, updated_at, id);
create index members_by_name on members (site_id, coalesce(name, email), id);
create index members_by_joining on members (site_id, joined_at, id);
create index members_by_sign_in on members (site_id, coalesce(last_sign_in_at, '-infinity'), id);
create index members_by_activity on members (site_id, coalesce(last_active_at, '-infinity'), id);
create index members_by_status on members (site_id, status, created_at, id);
-- Staff are few, so the list must not scan all students.
create index members_of_staff on members (site_id, created_at, id)
  where roles && '{owner,manager,lecturer,teaching_assistant}'::text[];
create index members_with_consent on members (site_id, created_at, id) where consent_granted;
create index members_by_search on members using gin (search_terms);

create table member_fields (
  site_id           uuid not null references sites,
  id                uuid not null,
  -- Key of its values.
  handle            text not null,
  label             text not null,
  kind              text not null check (kind in ('text', 'number', 'date', 'bool', 'choice')),
  choices           text[] not null default '{}',
  required          boolean not null default false,
  visible_to_member boolean not null default false,
  position          integer not null default 0,
  external_id       text,
  metadata          jsonb not null default '{}',
  version           integer not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  deleted_at        timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create unique index member_fields_handle on member_fields (site_id, handle) where deleted_at is null;
create index member_fields_by_position on member_fields (site_id, position, id);
create index member_fields_by_creation on member_fields (site_id, created_at, id);
create index member_fields_by_update on member_fields (site_id, updated_at, id);

create table member_notes (
  site_id     uuid not null,
  id          uuid not null,
  member_id   uuid not null,
  -- Null: written by the command line or the system.
  author_id   uuid,
  body        text not null,
  external_id text,
  metadata    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index member_notes_of_member on member_notes (site_id, member_id, created_at, id);

create table invitations (
  site_id     uuid not null,
  id          uuid not null,
  member_id   uuid not null,
  email       text not null,
  roles       text[] not null,
  -- A pending invitation past its expiry counts as expired, even before a job marks it.
  status      text not null default 'pending' check (status in ('pending', 'accepted', 'revoked')),
  message     text,
  -- Null: sent by the command line.
  invited_by  uuid,
  sent_at     timestamptz not null,
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  revoked_at  timestamptz,
  external_id text,
  metadata    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create unique index invitations_pending on invitations (site_id, member_id) where status = 'pending';
create index invitations_by_creation on invitations (site_id, created_at, id);
create index invitations_by_update on invitations (site_id, updated_at, id);
create index invitations_by_status on invitations (site_id, status, created_at, id);

alter table mail_links drop constraint mail_links_purpose_check;
alter table mail_links add constraint mail_links_purpose_check
  check (purpose in ('sign_up', 'set_password', 'verify_email', 'change_email', 'invitation'));

-- Cohorts: students who take the same courses at the same time.
create table groups (
  site_id       uuid not null references sites,
  id            uuid not null,
  name          text not null,
  starts_at     timestamptz,
  ends_at       timestamptz,
  -- Denormalized count, so that lists need no counting.
  student_count integer not null default 0,
  search_terms  text[] not null default '{}',
  external_id   text,
  metadata      jsonb not null default '{}',
  version       integer not null default 1,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  deleted_at    timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index groups_by_creation on groups (site_id, created_at, id);
create index groups_by_update on groups (site_id, updated_at, id);
create index groups_by_name on groups (site_id, name, id);
create index groups_by_search on groups using gin (search_terms);

create table group_courses (
  site_id   uuid not null,
  group_id  uuid not null,
  course_id uuid not null,
  primary key (site_id, group_id, course_id)
);
create index groups_of_course on group_courses (site_id, course_id, group_id);

create table group_members (
  site_id    uuid not null,
  group_id   uuid not null,
  member_id  uuid not null,
  created_at timestamptz not null,
  primary key (site_id, group_id, member_id)
);
create index groups_of_member on group_members (site_id, member_id, group_id);

alter table member_notes add foreign key (site_id, member_id) references members (site_id, id);
alter table member_notes add foreign key (site_id, author_id) references members (site_id, id);
alter table invitations add foreign key (site_id, member_id) references members (site_id, id);
alter table invitations add foreign key (site_id, invited_by) references members (site_id, id);
alter table group_courses add foreign key (site_id, group_id) references groups (site_id, id);
alter table group_courses add foreign key (site_id, course_id) references courses (site_id, id);
alter table group_members add foreign key (site_id, group_id) references groups (site_id, id);
alter table group_members add foreign key (site_id, member_id) references members (site_id, id);
