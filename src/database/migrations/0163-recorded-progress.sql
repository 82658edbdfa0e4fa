-- requires 0.1.0
-- When the server stored the last change of a progress. `updated_at` is the time at which the learner did something,
-- according to the client. Existing rows count as recorded now, so that clients that synchronize read them once more.
alter table lecture_progress add column recorded_at timestamptz not null default now();
-- When the learner last opened or watched a lecture. `last_activity_at` is the time of any activity.
alter table enrollments add column last_watched_at timestamptz;
