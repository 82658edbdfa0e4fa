-- A member's own library.

-- Index-only scan for the enrollment fields of their course list.
drop index enrollments_by_activity;
create index enrollments_by_activity on enrollments
  (site_id, student_id, coalesce(last_activity_at, enrolled_at) desc, id desc)
  include (course_id, status, starts_at, expires_at, completed_at, last_lecture_id, last_position_seconds,
           last_activity_at, enrolled_at)
  where deleted_at is null and status <> 'revoked';

-- Download links in use: a resumed or partial download counts once.
create table begun_downloads (
  site_id    uuid not null references sites,
  -- Digest of the link: grant, file and expiry.
  digest     bytea not null,
  expires_at timestamptz not null,
  primary key (site_id, digest)
);
-- Across sites, to find expired rows.
create index begun_downloads_by_expiry on begun_downloads (expires_at);
