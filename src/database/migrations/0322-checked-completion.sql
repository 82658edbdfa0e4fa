-- requires 0.1.0
-- A digest of the lectures that count for the completion of a course and of its conditions. Null: not computed yet, or
-- the course is deleted.
alter table courses add column completion_basis text;
-- When a job completes the enrollments of a course that meet its conditions: for existing courses now, because earlier
-- releases left those open whose last lecture was withdrawn, and for every course a day later once more, because
-- processes of release 0.1.0 still do. Null: never.
alter table courses add column completion_check_at timestamptz default '-infinity';
alter table courses alter column completion_check_at set default now() + interval '1 day';
