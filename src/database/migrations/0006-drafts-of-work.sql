-- requires 0.1.0
-- Adds drafts of students, one per enrollment and lecture: answers of a quiz attempt in progress, or work for an assignment.
create table work_drafts (
  site_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  lecture_id uuid not null,
  attempt_id uuid,
  answers jsonb default '[]'::jsonb not null,
  text text,
  url text,
  file_ids uuid[] default '{}'::uuid[] not null,
  kept_file_ids uuid[],
  revision text not null,
  writer text,
  saved_at timestamp with time zone not null,
  constraint work_drafts_pkey primary key (site_id, id),
  constraint work_drafts_site_id_enrollment_id_lecture_id_key unique (site_id, enrollment_id, lecture_id),
  constraint work_drafts_site_id_enrollment_id_fkey foreign key (site_id, enrollment_id) references enrollments (site_id, id),
  constraint work_drafts_site_id_lecture_id_fkey foreign key (site_id, lecture_id) references lectures (site_id, id)
);
create index work_drafts_of_lecture on work_drafts (site_id, lecture_id);
create index work_drafts_by_use on work_drafts (saved_at);
