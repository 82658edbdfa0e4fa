-- What takes longer than a request: imports, and later exports. A job keeps how far it is in the same transaction as
-- what it did, so that whoever takes it after a crash goes on there.

create table jobs (
  site_id             uuid not null references sites,
  id                  uuid not null,
  kind                text not null check (kind in ('import', 'export')),
  -- What is read or written: 'free_courses', 'csv'.
  format              text not null,
  status              text not null default 'queued'
                      check (status in ('queued', 'running', 'succeeded', 'partially_succeeded', 'failed', 'canceled')),
  -- Everything is tried, and nothing of it kept.
  dry_run             boolean not null default false,
  options             jsonb not null default '{}',
  -- Where it reads: a file of the site, or what came with the request.
  file_id             uuid,
  object_id           uuid,
  -- Null as long as it is not known how many rows there are.
  total               integer,
  processed           integer not null default 0,
  created             integer not null default 0,
  updated             integer not null default 0,
  unchanged           integer not null default 0,
  failed              integer not null default 0,
  -- {code, detail}: why it came to nothing.
  error               jsonb,
  -- How often it was taken. Whoever took it before is known by a lower number, and does nothing more.
  attempt             integer not null default 0,
  -- Who started it, and with which rights: it does what they may.
  member_id           uuid,
  client_id           uuid,
  grant_id            uuid,
  scopes              text[] not null default '{}',
  request_id          text,
  address             text,
  cancel_requested_at timestamptz,
  started_at          timestamptz,
  finished_at         timestamptz,
  metadata            jsonb not null default '{}',
  version             integer not null default 1,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  primary key (site_id, id)
);
create index jobs_by_creation on jobs (site_id, created_at, id);
create index jobs_by_update on jobs (site_id, updated_at, id);
create index jobs_by_status on jobs (site_id, status, created_at, id);
create index jobs_by_kind on jobs (site_id, kind, created_at, id);
-- What may be purged is found for all sites at once.
create index jobs_by_end on jobs (finished_at) where finished_at is not null;
create index jobs_with_file on jobs (site_id, file_id) where file_id is not null;
create index jobs_of_object on jobs (site_id, object_id) where object_id is not null;

-- The rows of a job that could not be done, up to a bound.
create table job_results (
  site_id    uuid not null,
  id         uuid not null,
  job_id     uuid not null,
  -- In the order of the source, from 1.
  row_number integer not null,
  -- As the source calls it: 'free-courses-zh.md:12'.
  name       text not null,
  -- {code, detail, errors?}
  error      jsonb not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, job_id, row_number)
);
create index job_results_by_row on job_results (site_id, job_id, row_number, id);

alter table jobs
  add foreign key (site_id, member_id) references members (site_id, id),
  add foreign key (site_id, file_id) references files (site_id, id),
  add foreign key (site_id, object_id) references stored_objects (site_id, id);
alter table job_results add foreign key (site_id, job_id) references jobs (site_id, id);

-- Bytes that a site has already are not stored again when a course comes from a folder.
create index files_by_digest on files (site_id, sha256) where deleted_at is null;
