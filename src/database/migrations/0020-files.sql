-- What people and programs upload. The bytes lie in the object store; what is there is known here first and forgotten
-- here last, so that after a crash no bytes lie around that nothing knows of.

create table stored_objects (
  site_id     uuid not null references sites,
  id          uuid not null,
  -- From then on nothing needs the bytes. They are stored with a moment in it, which their file takes away.
  released_at timestamptz,
  primary key (site_id, id)
);
-- Of all sites: what may be removed is found at once.
create index stored_objects_by_release on stored_objects (released_at) where released_at is not null;

create table files (
  site_id          uuid not null references sites,
  id               uuid not null,
  -- Null once it is deleted.
  object_id        uuid,
  filename         text not null,
  -- By what the bytes are, not by what they are called.
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
  -- Smaller ones of an image: [{name, objectId, contentType, byteSize, width, height}].
  variants         jsonb not null default '[]',
  -- Who uploaded it, where it was a person.
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
  -- What the client says it is; the file says what it turned out to be.
  content_type text not null,
  byte_size    bigint not null,
  -- As the client announced it, if it did.
  sha256       bytea,
  part_size    integer not null,
  purpose      text not null,
  visibility   text not null,
  -- Once it is complete.
  file_id      uuid,
  member_id    uuid,
  external_id  text,
  metadata     jsonb not null default '{}',
  version      integer not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  deleted_at   timestamptz,
  -- Later with each part.
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

-- Where a file is in use.
create index courses_with_cover on courses (site_id, cover_file_id) where cover_file_id is not null;
create index lecturers_with_picture on lecturers (site_id, picture_file_id) where picture_file_id is not null;
create index posts_with_cover on posts (site_id, cover_file_id) where cover_file_id is not null;
create index events_with_cover on events (site_id, cover_file_id) where cover_file_id is not null;
create index attachments_with_file on attachments (site_id, file_id) where file_id is not null;
create index lectures_by_video on lectures using gin (video jsonb_path_ops) where video is not null;
create index pages_by_block on pages using gin (blocks jsonb_path_ops) where blocks is not null;
