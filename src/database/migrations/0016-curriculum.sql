-- The curriculum: opening schedule, completion rules, attachments.

alter table sections
  -- {"afterDays": 3} or {"onDate": "2026-03-01"}; null: opens with the course.
  add column drip jsonb;

alter table lectures
  -- Null for a text stored before this column existed: it is rendered when read.
  add column body_html       text,
  add column video           jsonb,
  add column completion_rule jsonb not null default '{"kind": "view"}',
  add column drip            jsonb,
  add column min_role        text check (min_role in ('owner', 'manager', 'lecturer', 'teaching_assistant', 'student')),
  add column search_terms    text[] not null default '{}';

update lectures set completion_rule = '{"kind": "pass_quiz"}' where kind = 'quiz';
update lectures set completion_rule = '{"kind": "submit"}' where kind = 'assignment';

drop index sections_of_course;
drop index lectures_of_course;
drop index lectures_of_section;
create index sections_by_position on sections (site_id, course_id, position, id);
create index sections_by_creation on sections (site_id, course_id, created_at, id);
create index sections_by_update on sections (site_id, course_id, updated_at, id);
create index lectures_of_section on lectures (site_id, section_id, position, id);
create index lectures_by_position on lectures (site_id, course_id, position, id);
create index lectures_by_creation on lectures (site_id, course_id, created_at, id);
create index lectures_by_update on lectures (site_id, course_id, updated_at, id);
create index lectures_by_search on lectures using gin (search_terms);

create table attachments (
  site_id      uuid not null,
  id           uuid not null,
  lecture_id   uuid not null,
  kind         text not null check (kind in ('video', 'audio', 'pdf', 'file', 'image', 'embed', 'link', 'text')),
  title        text not null,
  file_id      uuid,
  external_url text,
  text         text,
  position     integer not null,
  downloadable boolean not null default true,
  external_id  text,
  metadata     jsonb not null default '{}',
  version      integer not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  deleted_at   timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check (num_nonnulls(file_id, external_url, text) = 1)
);
create index attachments_of_lecture on attachments (site_id, lecture_id, position, id);
create index attachments_by_creation on attachments (site_id, lecture_id, created_at, id);
create index attachments_by_update on attachments (site_id, lecture_id, updated_at, id);

-- At most one per lecture, identified by the lecture.
create table quizzes (
  site_id            uuid not null,
  lecture_id         uuid not null,
  -- The version that attempts refer to. Increases when a quiz with attempts changes; `version` increases at any
  -- change.
  quiz_version       integer not null default 1,
  -- True if this quiz_version has attempts; set when one is stored.
  attempted          boolean not null default false,
  pass_percent       integer not null check (pass_percent between 0 and 100),
  attempts_allowed   integer,
  time_limit_seconds integer,
  shuffle            boolean not null,
  show_answers       text not null check (show_answers in ('never', 'after_submit', 'after_pass')),
  questions          jsonb not null,
  metadata           jsonb not null default '{}',
  version            integer not null default 1,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  deleted_at         timestamptz,
  primary key (site_id, lecture_id)
);

-- Replaced quiz versions with attempts: `content` has the columns from pass_percent to questions.
create table quiz_versions (
  site_id      uuid not null,
  lecture_id   uuid not null,
  quiz_version integer not null,
  content      jsonb not null,
  replaced_at  timestamptz not null,
  primary key (site_id, lecture_id, quiz_version)
);

create table assignments (
  site_id               uuid not null,
  lecture_id            uuid not null,
  instructions_markdown text not null,
  instructions_html     text not null,
  max_score             integer not null check (max_score > 0),
  due_days              integer,
  submission_kinds      text[] not null,
  rubric                jsonb not null,
  late_policy           jsonb not null,
  metadata              jsonb not null default '{}',
  version               integer not null default 1,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  deleted_at            timestamptz,
  primary key (site_id, lecture_id)
);

-- Uncompressed storage: the size is known without reading the values, so that a tree that is too large is rejected
-- unread.
alter table attachments alter column text set storage external;
alter table quizzes alter column questions set storage external;
alter table assignments alter column instructions_markdown set storage external;
alter table assignments alter column instructions_html set storage external;

alter table attachments add foreign key (site_id, lecture_id) references lectures (site_id, id);
alter table quizzes add foreign key (site_id, lecture_id) references lectures (site_id, id);
alter table quiz_versions add foreign key (site_id, lecture_id) references quizzes (site_id, lecture_id);
alter table assignments add foreign key (site_id, lecture_id) references lectures (site_id, id);
