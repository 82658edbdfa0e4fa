-- What a player reports: a report that comes twice counts once, and a completion that was taken back stays so whatever
-- arrives late. And the client of the Member API's explorer, which comes with a setting of its site.

alter table lecture_progress
  -- When it was last said, by whoever may, whether the lecture is completed; null where nobody ever said.
  add column completion_decided_at timestamptz;

create table progress_reports (
  site_id       uuid not null,
  enrollment_id uuid not null,
  -- As whoever reported it named it.
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
