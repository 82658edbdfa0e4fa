-- Index-only scan for a member's courses, whose rows are spread over as many pages as there are courses.
drop index enrollments_by_activity;
create index enrollments_by_activity on enrollments
  (site_id, student_id, coalesce(last_activity_at, enrolled_at) desc, id desc)
  include (course_id, status, expires_at, last_lecture_id, last_position_seconds, last_activity_at, enrolled_at)
  where deleted_at is null and status <> 'revoked';
