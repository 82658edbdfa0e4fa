-- Uploaded files. The bytes are in the object store. A row is inserted before its bytes and deleted after them, so
-- that a crash leaves no orphaned bytes.

create table stored_objects (
  site_id     uuid not null references sites,
  id          uuid not null,
  -- Time from which the bytes are unused. New bytes start with a time in the future, which their file clears.
  released_at timestamptz,
  primary key (site_id, id)
);
-- Across sites, to find removable objects.
create index stored_objects_by_release on stored_objects (released_at) where released_at is not null;

create table files (
  site_id          uuid not null references sites,
  id               uuid not null,
  -- Null after deletion.
  object_id        uuid,
  filename         text not null,
  -- Detected from the bytes, not from the filename.
  content_type     text not null,
  byte_size        bigint not null,
  sha256           bytea not null,
  purpose          text not null check (purpose in
    ('course_cover', 'lecture_media', 'attachment', 'avatar', 'digital_product', 'page', 'import', 'other')),
  visibility       text not null check (visibility in ('public', 'private')),
  width            integer,
  height           integer,
  duration_seconds integer,
  status           text not null default 'ready' check (status in ('processing', 'ready', 'failed', 'infected')),
  -- Image variants: [{name, objectId, contentType, byteSize, width, height}].
  variants         jsonb not null default '[]',
  -- The uploader, if a member.
  member_id        uuid,
  search_terms     text[] not null default '{}',
  external_id      text,
  metadata         jsonb not null default '{}',
  version          integer not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  deleted_at       timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check (object_id is not null or deleted_at is not null)
);
create index files_of_object on files (site_id, object_id);
create index files_by_creation on files (site_id, created_at, id);
create index files_by_update on files (site_id, updated_at, id);
create index files_by_name on files (site_id, filename, id);
create index files_by_size on files (site_id, byte_size, id);
create index files_by_purpose on files (site_id, purpose, created_at, id) where deleted_at is null;
create index files_by_type on files (site_id, content_type, created_at, id) where deleted_at is null;
create index files_of_member on files (site_id, member_id, created_at, id) where deleted_at is null;
create index files_by_search on files using gin (search_terms);

create table uploads (
  site_id      uuid not null references sites,
  id           uuid not null,
  filename     text not null,
  -- Announced by the client; the file has the detected type.
  content_type text not null,
  byte_size    bigint not null,
  -- Announced by the client, optional.
  sha256       bytea,
  part_size    integer not null,
  purpose      text not null,
  visibility   text not null,
  -- Set on completion.
  file_id      uuid,
  member_id    uuid,
  external_id  text,
  metadata     jsonb not null default '{}',
  version      integer not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  deleted_at   timestamptz,
  -- Postponed with each part.
  expires_at   timestamptz not null,
  primary key (site_id, id)
);
create index uploads_by_expiry on uploads (expires_at);

create table upload_parts (
  site_id   uuid not null,
  upload_id uuid not null,
  number    integer not null,
  object_id uuid not null,
  byte_size integer not null,
  sha256    bytea not null,
  primary key (site_id, upload_id, number)
);
create index upload_parts_of_object on upload_parts (site_id, object_id);

alter table files
  add foreign key (site_id, object_id) references stored_objects (site_id, id),
  add foreign key (site_id, member_id) references members (site_id, id);
alter table uploads
  add foreign key (site_id, member_id) references members (site_id, id);
alter table upload_parts
  add foreign key (site_id, upload_id) references uploads (site_id, id),
  add foreign key (site_id, object_id) references stored_objects (site_id, id);

-- Indexes that find the uses of a file.
create index courses_with_cover on courses (site_id, cover_file_id) where cover_file_id is not null;
create index lecturers_with_picture on lecturers (site_id, picture_file_id) where picture_file_id is not null;
create index posts_with_cover on posts (site_id, cover_file_id) where cover_file_id is not null;
create index events_with_cover on events (site_id, cover_file_id) where cover_file_id is not null;
create index attachments_with_file on attachments (site_id, file_id) where file_id is not null;
create index lectures_by_video on lectures using gin (video jsonb_path_ops) where video is not null;
create index pages_by_block on pages using gin (blocks jsonb_path_ops) where blocks is not null;
