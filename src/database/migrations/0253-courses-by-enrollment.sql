-- requires 0.1.0
create index concurrently courses_by_enrollment on courses (site_id, enrollment_count, id)
  where status = 'published' and visibility = 'public' and deleted_at is null;
