-- requires 0.1.0
-- An index by time, of all sites together, so that a job finds due courses without asking site by site.
create index concurrently courses_to_complete on courses (completion_check_at, site_id)
  where completion_check_at is not null;
