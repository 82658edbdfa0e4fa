-- Comments on courses, lectures, posts and submissions; and indexes of the audit log by resource.

create table comments (
  site_id          uuid not null references sites,
  id               uuid not null,
  commentable_type text not null check (commentable_type in ('course', 'lecture', 'post', 'submission')),
  commentable_id   uuid not null,
  -- The course that contains the commented resource.
  course_id        uuid,
  -- Null: starts a thread.
  parent_id        uuid,
  -- First comment of the thread; its own id if it is the first.
  thread_id        uuid not null,
  depth            integer not null default 0,
  author_id        uuid not null,
  -- The author's role at the time of writing.
  author_role      text not null
                   check (author_role in ('owner', 'manager', 'lecturer', 'teaching_assistant', 'student')),
  body             text not null,
  status           text not null default 'visible' check (status in ('visible', 'hidden', 'pending')),
  -- Denormalized count, so that lists need no counting.
  reply_count      integer not null default 0,
  like_count       integer not null default 0,
  -- For a thread started by a student: true once a staff member has replied.
  answered         boolean not null default false,
  edited_at        timestamptz,
  search_terms     text[] not null default '{}',
  external_id      text,
  metadata         jsonb not null default '{}',
  version          integer not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  deleted_at       timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index comments_by_creation on comments (site_id, created_at, id);
create index comments_by_update on comments (site_id, updated_at, id);
create index comments_on on comments (site_id, commentable_id, created_at, id);
create index comments_of_course on comments (site_id, course_id, created_at, id) where course_id is not null;
create index comments_of_parent on comments (site_id, parent_id, created_at, id) where parent_id is not null;
create index comments_of_thread on comments (site_id, thread_id, created_at, id);
create index comments_of_author on comments (site_id, author_id, created_at, id);
create index comments_beginning on comments (site_id, created_at, id) where parent_id is null;
create index comments_unanswered on comments (site_id, created_at, id)
  where parent_id is null and author_role = 'student' and not answered;
create index comments_by_search on comments using gin (search_terms);
alter table comments add foreign key (site_id, author_id) references members (site_id, id);
alter table comments add foreign key (site_id, course_id) references courses (site_id, id);
alter table comments add foreign key (site_id, parent_id) references comments (site_id, id);

create index audit_entries_of_type on audit_entries (site_id, resource_type, created_at desc, id desc)
  where resource_type is not null;
create index audit_entries_of_resource on audit_entries (site_id, resource_id, created_at desc, id desc)
  where resource_id is not null;
