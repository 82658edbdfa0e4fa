-- Enrollment administration.

alter table enrollments
  -- The order, subscription or job that granted it.
  add column source_id uuid;

create index enrollments_by_creation on enrollments (site_id, created_at, id);
create index enrollments_by_update on enrollments (site_id, updated_at, id);
create index enrollments_by_date on enrollments (site_id, enrolled_at, id);
create index enrollments_by_last_activity on enrollments (site_id, coalesce(last_activity_at, '-infinity'), id);
-- By course or student, newest first.
create index enrollments_of_course_by_creation on enrollments (site_id, course_id, created_at, id);
create index enrollments_of_student_by_creation on enrollments (site_id, student_id, created_at, id);
create index enrollments_of_plan on enrollments (site_id, plan_id, created_at, id) where plan_id is not null;
create index enrollments_by_completion on enrollments (site_id, completed_at, id) where completed_at is not null;
