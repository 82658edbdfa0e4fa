-- requires 0.1.0
-- Adds notes and bookmarks of members in lectures. A bookmark is a note without text. The ID is chosen by the page, so that a save that is sent twice writes once.
create table lecture_notes (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  course_id uuid not null,
  lecture_id uuid not null,
  position_seconds integer,
  text text not null,
  revision text not null,
  writer text,
  created_at timestamp with time zone not null,
  saved_at timestamp with time zone not null,
  constraint lecture_notes_pkey primary key (site_id, id),
  constraint lecture_notes_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id),
  constraint lecture_notes_site_id_course_id_fkey foreign key (site_id, course_id) references courses (site_id, id),
  constraint lecture_notes_site_id_lecture_id_fkey foreign key (site_id, lecture_id) references lectures (site_id, id)
);
create index lecture_notes_of_member on lecture_notes (site_id, member_id, lecture_id);
create index lecture_notes_of_course on lecture_notes (site_id, course_id);
create index lecture_notes_of_lecture on lecture_notes (site_id, lecture_id);
