-- requires 0.1.0
-- Progress in tenths of a percent, by which lists filter and sort. Stored with each change, and by jobs after a change
-- of the curriculum.
alter table enrollments add column progress_permille integer not null default 0;
-- When a job computes the progress of all enrollments of a course: for existing courses now, and for every course a day
-- later once more, because processes of release 0.1.0 record progress without it. Null: never.
alter table courses add column progress_check_at timestamptz default '-infinity';
alter table courses alter column progress_check_at set default now() + interval '1 day';
