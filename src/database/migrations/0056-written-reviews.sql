-- Members write, change and withdraw reviews.
alter table reviews
  add column edited_at timestamptz,
  -- Time of hiding by staff: later edits of the author need another review by staff.
  add column hidden_at timestamptz;
update reviews set hidden_at = updated_at where status = 'hidden';

-- Published reviews of a course, by rating and newest first, and counts per rating.
create index reviews_published on reviews (site_id, course_id, rating, created_at, id)
  where status = 'published' and deleted_at is null;
create index reviews_waiting on reviews (site_id, created_at, id) where status = 'pending' and deleted_at is null;
