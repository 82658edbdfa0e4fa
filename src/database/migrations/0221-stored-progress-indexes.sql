-- requires 0.1.0
create index concurrently enrollments_by_progress on enrollments (site_id, progress_permille, id);
create index concurrently enrollments_of_course_by_progress on enrollments (site_id, course_id, progress_permille, id);
-- An index by time, of all sites together, so that a job finds due courses without asking site by site.
create index concurrently courses_to_check on courses (progress_check_at, site_id) where progress_check_at is not null;
