-- requires 0.1.0
-- Not partial, so that the planner prefers no part of it to the primary key when it has no statistics.
create index concurrently courses_by_enrollment on courses (site_id, enrollment_count, id);
