-- What a member reads of their own.

-- All that their list of courses shows of an enrollment, from the index alone.
drop index enrollments_by_activity;
create index enrollments_by_activity on enrollments
  (site_id, student_id, coalesce(last_activity_at, enrolled_at) desc, id desc)
  include (course_id, status, starts_at, expires_at, completed_at, last_lecture_id, last_position_seconds,
           last_activity_at, enrolled_at)
  where deleted_at is null and status <> 'revoked';

-- Links that somebody has begun to download by: a download that is resumed, or read in parts, counts once.
create table begun_downloads (
  site_id    uuid not null references sites,
  -- Of the link: its grant, its file and its end.
  digest     bytea not null,
  expires_at timestamptz not null,
  primary key (site_id, digest)
);
-- Of all sites: what has ended is found at once.
create index begun_downloads_by_expiry on begun_downloads (expires_at);
