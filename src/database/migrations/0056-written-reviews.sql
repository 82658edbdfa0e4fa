-- Members write their reviews, change them and withdraw them.
alter table reviews
  add column edited_at timestamptz,
  -- Since when the staff keeps it from being seen: whatever its author changes, they look at it again.
  add column hidden_at timestamptz;
update reviews set hidden_at = updated_at where status = 'hidden';

-- What everybody sees of a course, by stars and newest first, and how many of each there are.
create index reviews_published on reviews (site_id, course_id, rating, created_at, id)
  where status = 'published' and deleted_at is null;
create index reviews_waiting on reviews (site_id, created_at, id) where status = 'pending' and deleted_at is null;
