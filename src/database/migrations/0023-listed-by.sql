-- What lists are narrowed by, in the order in which they are read.
create index consulting_bookings_listed_by_service
  on consulting_bookings (site_id, service_id, created_at, id) where deleted_at is null;
create index consulting_bookings_listed_by_lecturer
  on consulting_bookings (site_id, lecturer_id, created_at, id) where deleted_at is null;
create index consulting_bookings_listed_by_member
  on consulting_bookings (site_id, member_id, created_at, id) where deleted_at is null;
create index consulting_bookings_listed_by_status
  on consulting_bookings (site_id, status, created_at, id) where deleted_at is null;

-- A short name of the school, for programs; null: made from its name.
alter table schools add column slug text;

-- Rows from before there was a search: a job gives them what they are found by, and is done for good (index_old_rows).
update courses set search_terms = '{!}' where search_terms = '{}';
update lectures set search_terms = '{!}' where search_terms = '{}';
create index courses_to_index on courses (site_id, id) where search_terms = '{!}';
create index lectures_to_index on lectures (site_id, id) where search_terms = '{!}';
