create table courses (
  site_id              uuid not null references sites,
  id                   uuid not null,
  slug                 text not null,
  name                 text not null,
  subtitle             text,
  description_markdown text not null default '',
  status               text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  visibility           text not null default 'public' check (visibility in ('public', 'unlisted', 'members_only')),
  course_type          text not null default 'free' check (course_type in ('free', 'paid', 'pre_order', 'membership_only')),
  language             text not null default 'en',
  level                text check (level in ('beginner', 'intermediate', 'advanced', 'all')),
  tags                 text[] not null default '{}',
  position             integer not null default 0,
  published_at         timestamptz,
  external_id          text,
  metadata             jsonb not null default '{}',
  version              integer not null default 1,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  deleted_at           timestamptz,
  primary key (site_id, id),
  unique (site_id, slug),
  unique (site_id, external_id)
);

create table sections (
  site_id     uuid not null,
  id          uuid not null,
  course_id   uuid not null,
  title       text not null,
  summary     text,
  position    integer not null,
  status      text not null default 'published' check (status in ('draft', 'published')),
  external_id text,
  metadata    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index sections_of_course on sections (site_id, course_id, position);

create table lectures (
  site_id          uuid not null,
  id               uuid not null,
  course_id        uuid not null,
  section_id       uuid not null,
  title            text not null,
  position         integer not null,
  kind             text not null check (kind in ('video', 'audio', 'text', 'pdf', 'quiz', 'assignment', 'live', 'scorm', 'link')),
  status           text not null default 'published' check (status in ('draft', 'published')),
  is_preview       boolean not null default false,
  required         boolean not null default true,
  body_markdown    text,
  duration_seconds integer,
  external_id      text,
  metadata         jsonb not null default '{}',
  version          integer not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  deleted_at       timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index lectures_of_section on lectures (site_id, section_id, position);
create index lectures_of_course on lectures (site_id, course_id);

create table enrollments (
  site_id                uuid not null,
  id                     uuid not null,
  student_id             uuid not null,
  course_id              uuid not null,
  status                 text not null default 'active' check (status in ('active', 'completed', 'expired', 'revoked', 'scheduled')),
  source                 text not null default 'manual'
                         check (source in ('purchase', 'membership', 'bundle', 'manual', 'import', 'group', 'free')),
  starts_at              timestamptz not null,
  -- Null: lifetime access.
  expires_at             timestamptz,
  enrolled_at            timestamptz not null,
  completed_at           timestamptz,
  revoked_at             timestamptz,
  revoke_reason          text,
  -- Last watched position, denormalized by every write to lecture_progress, so that one row per course is enough.
  last_lecture_id        uuid,
  last_position_seconds  integer,
  last_activity_at       timestamptz,
  external_id            text,
  metadata               jsonb not null default '{}',
  version                integer not null default 1,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  deleted_at             timestamptz,
  primary key (site_id, id),
  unique (site_id, student_id, course_id),
  unique (site_id, external_id)
);
create index enrollments_by_activity on enrollments (site_id, student_id, coalesce(last_activity_at, enrolled_at) desc, id desc)
  where deleted_at is null and status <> 'revoked';
create index enrollments_of_course on enrollments (site_id, course_id);

create table lecture_progress (
  site_id          uuid not null,
  id               uuid not null,
  enrollment_id    uuid not null,
  lecture_id       uuid not null,
  position_seconds integer not null default 0,
  watched_seconds  integer not null default 0,
  completed_at     timestamptz,
  first_opened_at  timestamptz not null,
  updated_at       timestamptz not null,
  primary key (site_id, id),
  unique (site_id, enrollment_id, lecture_id)
);

alter table sections add foreign key (site_id, course_id) references courses (site_id, id);
alter table lectures add foreign key (site_id, course_id) references courses (site_id, id);
alter table lectures add foreign key (site_id, section_id) references sections (site_id, id);
alter table enrollments add foreign key (site_id, student_id) references members (site_id, id);
alter table enrollments add foreign key (site_id, course_id) references courses (site_id, id);
alter table enrollments add foreign key (site_id, last_lecture_id) references lectures (site_id, id);
alter table lecture_progress add foreign key (site_id, enrollment_id) references enrollments (site_id, id);
alter table lecture_progress add foreign key (site_id, lecture_id) references lectures (site_id, id);
