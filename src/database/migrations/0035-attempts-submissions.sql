-- Quiz attempts, assignment submissions, and content unlocked for single students.

alter table enrollments
  -- {"all": true} or {"sectionIds": [], "lectureIds": []}: exempt from the schedule; null: no exemptions.
  add column unlocked jsonb;

create table quiz_attempts (
  site_id       uuid not null references sites,
  id            uuid not null,
  lecture_id    uuid not null,
  enrollment_id uuid not null,
  student_id    uuid not null,
  course_id     uuid not null,
  -- Attempted quiz version: in quizzes, or in quiz_versions if replaced.
  quiz_version  integer not null,
  attempt_no    integer not null,
  started_at    timestamptz not null,
  -- Null: no time limit.
  ends_at       timestamptz,
  -- Null: in progress.
  submitted_at  timestamptz,
  answers       jsonb not null default '[]',
  score_percent numeric(4, 1),
  passed        boolean,
  external_id   text,
  metadata      jsonb not null default '{}',
  version       integer not null default 1,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  deleted_at    timestamptz,
  primary key (site_id, id),
  unique (site_id, enrollment_id, lecture_id, attempt_no),
  unique (site_id, external_id)
);
create unique index quiz_attempts_under_way on quiz_attempts (site_id, enrollment_id, lecture_id)
  where submitted_at is null;
create index quiz_attempts_by_creation on quiz_attempts (site_id, created_at, id);
create index quiz_attempts_by_update on quiz_attempts (site_id, updated_at, id);
create index quiz_attempts_by_submission on quiz_attempts (site_id, coalesce(submitted_at, 'infinity'), id);
create index quiz_attempts_of_course on quiz_attempts (site_id, course_id, created_at, id);
create index quiz_attempts_of_lecture on quiz_attempts (site_id, lecture_id, created_at, id);
create index quiz_attempts_of_student on quiz_attempts (site_id, student_id, created_at, id);

create table submissions (
  site_id           uuid not null references sites,
  id                uuid not null,
  lecture_id        uuid not null,
  enrollment_id     uuid not null,
  student_id        uuid not null,
  course_id         uuid not null,
  status            text not null check (status in ('submitted', 'graded', 'returned')),
  text              text,
  url               text,
  file_ids          uuid[] not null default '{}',
  submitted_at      timestamptz not null,
  -- Null: never late.
  due_at            timestamptz,
  -- The score as given, and after the late penalty.
  given_score       numeric(9, 2),
  score             numeric(9, 2),
  feedback_markdown text,
  feedback_html     text,
  graded_by         uuid,
  graded_at         timestamptz,
  external_id       text,
  metadata          jsonb not null default '{}',
  version           integer not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  deleted_at        timestamptz,
  primary key (site_id, id),
  unique (site_id, enrollment_id, lecture_id),
  unique (site_id, external_id)
);
create index submissions_by_creation on submissions (site_id, created_at, id);
create index submissions_by_update on submissions (site_id, updated_at, id);
create index submissions_by_submission on submissions (site_id, submitted_at, id);
create index submissions_of_course on submissions (site_id, course_id, created_at, id);
create index submissions_of_lecture on submissions (site_id, lecture_id, created_at, id);
create index submissions_of_student on submissions (site_id, student_id, created_at, id);
-- Submissions to grade.
create index submissions_to_grade on submissions (site_id, created_at, id) where status = 'submitted';

alter table quiz_attempts add foreign key (site_id, lecture_id) references quizzes (site_id, lecture_id);
alter table quiz_attempts add foreign key (site_id, enrollment_id) references enrollments (site_id, id);
alter table quiz_attempts add foreign key (site_id, student_id) references members (site_id, id);
alter table quiz_attempts add foreign key (site_id, course_id) references courses (site_id, id);
alter table submissions add foreign key (site_id, lecture_id) references assignments (site_id, lecture_id);
alter table submissions add foreign key (site_id, enrollment_id) references enrollments (site_id, id);
alter table submissions add foreign key (site_id, student_id) references members (site_id, id);
alter table submissions add foreign key (site_id, course_id) references courses (site_id, id);
alter table submissions add foreign key (site_id, graded_by) references members (site_id, id);
