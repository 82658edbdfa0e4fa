-- Long-running work: imports, and later exports. A job stores its progress in the same transaction as its effects, so
-- that it can resume after a crash.

create table jobs (
  site_id             uuid not null references sites,
  id                  uuid not null,
  kind                text not null check (kind in ('import', 'export')),
  -- Source or target format: 'free_courses', 'csv'.
  format              text not null,
  status              text not null default 'queued'
                      check (status in ('queued', 'running', 'succeeded', 'partially_succeeded', 'failed', 'canceled')),
  -- Dry run: executes everything and rolls it back.
  dry_run             boolean not null default false,
  options             jsonb not null default '{}',
  -- The source: a file of the site, or the request body.
  file_id             uuid,
  object_id           uuid,
  -- Null while the number of rows is unknown.
  total               integer,
  processed           integer not null default 0,
  created             integer not null default 0,
  updated             integer not null default 0,
  unchanged           integer not null default 0,
  failed              integer not null default 0,
  -- {code, detail}: the reason for failure.
  error               jsonb,
  -- Fencing token: the number of claims. A process with a lower number has lost the job and stops.
  attempt             integer not null default 0,
  -- The member who started the job; it runs with their permissions.
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
-- Across sites, to find expired rows.
create index jobs_by_end on jobs (finished_at) where finished_at is not null;
create index jobs_with_file on jobs (site_id, file_id) where file_id is not null;
create index jobs_of_object on jobs (site_id, object_id) where object_id is not null;

-- Failed rows of a job, up to a limit.
create table job_results (
  site_id    uuid not null,
  id         uuid not null,
  job_id     uuid not null,
  -- Row number in the source, from 1.
  row_number integer not null,
  -- Location in the source: 'free-courses-zh.md:12'.
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

-- Deduplicates files by digest when a course is imported from a folder.
create index files_by_digest on files (site_id, sha256) where deleted_at is null;
