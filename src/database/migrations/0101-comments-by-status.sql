-- requires 0.1.0
-- Pending and hidden comments are few among many.
create index concurrently comments_by_status on comments (site_id, status, created_at, id);
