-- Files that students hand in, and what the clock tells of: lectures that open, and events that begin soon.

-- Kept with what was handed in, and deleted with it: among the files that a school manages they are not.
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

-- How far the students of a site have been told of lectures that open to them by a schedule.
create table lecture_releases (
  site_id    uuid primary key references sites,
  told_until timestamptz not null
);
-- Of all sites: the courses that open bit by bit.
create index courses_dripping on courses (site_id, id)
  where drip ->> 'mode' in ('by_enrollment_day', 'by_date') and status = 'published' and deleted_at is null;
-- To whom something opens so many days after they began.
create index enrollments_of_course_by_start on enrollments (site_id, course_id, starts_at, student_id)
  where deleted_at is null and status in ('active', 'completed', 'scheduled');

-- Of all sites: which events begin soon.
create index events_soon on events (starts_at, id) where status = 'published' and deleted_at is null;

create index courses_by_language on courses (site_id, language, position, id) where deleted_at is null;
