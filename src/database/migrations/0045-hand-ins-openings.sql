-- Files in submissions, and time-based notifications: opening lectures and upcoming events.

-- Files of a submission are deleted with it and do not appear among the school's managed files.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in
  ('course_cover', 'lecture_media', 'attachment', 'avatar', 'digital_product', 'page', 'import', 'submission', 'other'));
drop index files_by_creation;
drop index files_by_update;
drop index files_by_name;
drop index files_by_size;
create index files_by_creation on files (site_id, created_at, id) where purpose <> 'submission';
create index files_by_update on files (site_id, updated_at, id) where purpose <> 'submission';
create index files_by_name on files (site_id, filename, id) where purpose <> 'submission';
create index files_by_size on files (site_id, byte_size, id) where purpose <> 'submission';
create index submissions_with_file on submissions using gin (file_ids) where file_ids <> '{}';

-- Progress of announcing lectures that a schedule opens, per site.
create table lecture_releases (
  site_id    uuid primary key references sites,
  told_until timestamptz not null
);
-- Across sites, to find courses with a schedule.
create index courses_dripping on courses (site_id, id)
  where drip ->> 'mode' in ('by_enrollment_day', 'by_date') and status = 'published' and deleted_at is null;
-- For content that opens a number of days after enrollment.
create index enrollments_of_course_by_start on enrollments (site_id, course_id, starts_at, student_id)
  where deleted_at is null and status in ('active', 'completed', 'scheduled');

-- Across sites, to find upcoming events.
create index events_soon on events (starts_at, id) where status = 'published' and deleted_at is null;

create index courses_by_language on courses (site_id, language, position, id) where deleted_at is null;
