-- Progress reports from players: duplicates count once, and late reports do not restore a withdrawn completion. Also
-- the client of the Member API explorer, which a site setting enables.

alter table lecture_progress
  -- Time of the last explicit decision about completion; null without one.
  add column completion_decided_at timestamptz;

create table progress_reports (
  site_id       uuid not null,
  enrollment_id uuid not null,
  -- The reporter's id for the report.
  id            uuid not null,
  reported_at   timestamptz not null,
  primary key (site_id, enrollment_id, id),
  foreign key (site_id, enrollment_id) references enrollments (site_id, id)
);
create index progress_reports_by_time on progress_reports (reported_at);

alter table clients
  drop constraint clients_origin_check,
  add constraint clients_origin_check
    check (origin in ('registered', 'operator', 'integration', 'metadata_document', 'explorer'));
