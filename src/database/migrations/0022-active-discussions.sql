-- requires 0.1.0
create index concurrently comments_by_activity on comments (site_id, course_id, coalesce(active_at, created_at), id) where parent_id is null and commentable_type = 'lecture';
create index concurrently comments_unanswered_by_activity on comments (site_id, course_id, coalesce(active_at, created_at), id) where parent_id is null and commentable_type = 'lecture' and author_role = 'student' and not answered;
