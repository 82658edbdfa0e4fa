-- requires 0.1.0
-- Videos are completed by the parts that were watched, not by the last position.
alter table lecture_progress
  -- Watched parts in whole seconds of video time, merged and in order: [[0, 60], [90, 120]].
  add column watched_intervals jsonb,
  -- When the server received the first report of this lecture.
  add column watch_started_at  timestamptz;
