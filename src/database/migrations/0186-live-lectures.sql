-- requires 0.1.0
-- The time and the address of a live lecture.
alter table lectures add column live jsonb;
