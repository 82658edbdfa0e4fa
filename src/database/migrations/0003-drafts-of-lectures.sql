-- requires 0.1.0
-- Adds drafts of lectures, one per editor, and former texts of lectures.
create table lecture_drafts (
  site_id uuid not null,
  id uuid not null,
  lecture_id uuid not null,
  member_id uuid not null,
  fields jsonb default '{}'::jsonb not null,
  shown jsonb default '{}'::jsonb not null,
  revision integer default 0 not null,
  writer text,
  saved_at timestamp with time zone,
  seen_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint lecture_drafts_pkey primary key (site_id, id),
  constraint lecture_drafts_site_id_lecture_id_member_id_key unique (site_id, lecture_id, member_id),
  constraint lecture_drafts_site_id_lecture_id_fkey foreign key (site_id, lecture_id) references lectures (site_id, id),
  constraint lecture_drafts_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
create index lecture_drafts_of_member on lecture_drafts (site_id, member_id, saved_at, id);
create index lecture_drafts_of_lecture_by_use on lecture_drafts (site_id, lecture_id, seen_at, id);
create index lecture_drafts_by_use on lecture_drafts (seen_at);

create table lecture_revisions (
  site_id uuid not null,
  id uuid not null,
  lecture_id uuid not null,
  revision integer not null,
  title text not null,
  body_markdown text,
  member_id uuid,
  created_at timestamp with time zone not null,
  constraint lecture_revisions_pkey primary key (site_id, id),
  constraint lecture_revisions_site_id_lecture_id_revision_key unique (site_id, lecture_id, revision),
  constraint lecture_revisions_site_id_lecture_id_fkey
    foreign key (site_id, lecture_id) references lectures (site_id, id),
  constraint lecture_revisions_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
create index lecture_revisions_by_author on lecture_revisions (site_id, member_id) where member_id is not null;
