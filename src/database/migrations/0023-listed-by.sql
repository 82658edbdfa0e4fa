-- Filters of lists, in sort order.
create index consulting_bookings_listed_by_service
  on consulting_bookings (site_id, service_id, created_at, id) where deleted_at is null;
create index consulting_bookings_listed_by_lecturer
  on consulting_bookings (site_id, lecturer_id, created_at, id) where deleted_at is null;
create index consulting_bookings_listed_by_member
  on consulting_bookings (site_id, member_id, created_at, id) where deleted_at is null;
create index consulting_bookings_listed_by_status
  on consulting_bookings (site_id, status, created_at, id) where deleted_at is null;

-- Identifier of the school for programs; null: derived from its name.
alter table schools add column slug text;

-- Rows from before search existed: a job adds their search terms once (index_old_rows).
update courses set search_terms = '{!}' where search_terms = '{}';
update lectures set search_terms = '{!}' where search_terms = '{}';
create index courses_to_index on courses (site_id, id) where search_terms = '{!}';
create index lectures_to_index on lectures (site_id, id) where search_terms = '{!}';
