-- Student progress for staff, and certificates.

create index lecture_progress_by_update on lecture_progress (site_id, updated_at, id);
create index lecture_progress_of_lecture on lecture_progress (site_id, lecture_id, updated_at, id);

create table certificates (
  site_id       uuid not null references sites,
  id            uuid not null,
  -- Secret verification code of the certificate: possession of it is enough to verify.
  serial        text not null,
  enrollment_id uuid not null,
  student_id    uuid not null,
  course_id     uuid not null,
  -- Name at the time of issue; null for a nameless student.
  student_name  text,
  course_name   text not null,
  status        text not null default 'valid' check (status in ('valid', 'revoked')),
  issued_at     timestamptz not null,
  revoked_at    timestamptz,
  revoke_reason text,
  external_id   text,
  metadata      jsonb not null default '{}',
  version       integer not null default 1,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  deleted_at    timestamptz,
  primary key (site_id, id),
  unique (site_id, serial),
  unique (site_id, external_id)
);
create unique index certificates_valid on certificates (site_id, enrollment_id) where status = 'valid';
create index certificates_by_creation on certificates (site_id, created_at, id);
create index certificates_by_update on certificates (site_id, updated_at, id);
create index certificates_by_issue on certificates (site_id, issued_at, id);
create index certificates_of_course on certificates (site_id, course_id, created_at, id);
create index certificates_of_student on certificates (site_id, student_id, created_at, id);
create index certificates_of_enrollment on certificates (site_id, enrollment_id, issued_at);

alter table certificates add foreign key (site_id, enrollment_id) references enrollments (site_id, id);
alter table certificates add foreign key (site_id, student_id) references members (site_id, id);
alter table certificates add foreign key (site_id, course_id) references courses (site_id, id);
