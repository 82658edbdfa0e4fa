-- requires 0.1.0
-- The due date of an assignment, for all students alike. `due_days` counts from the start of each student's access.
alter table assignments add column due_at timestamp with time zone;
