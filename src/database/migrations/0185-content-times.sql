-- requires 0.1.0
-- The time of the last change of content, kept when only counts move updated_at, and the version that it belongs to.
-- Null or another version: updated_at is that time.
alter table courses add column counted_version integer, add column content_updated_at timestamptz;
alter table events add column counted_version integer, add column content_updated_at timestamptz;
alter table posts add column counted_version integer, add column content_updated_at timestamptz;
alter table membership_plans add column counted_version integer, add column content_updated_at timestamptz;
alter table digital_products add column counted_version integer, add column content_updated_at timestamptz;
alter table lecturers add column counted_version integer, add column content_updated_at timestamptz;
