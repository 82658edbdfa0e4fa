-- requires 0.1.0
-- Students see earlier versions of their submission, and which version the feedback is about.
alter table submissions
  -- Replaced versions, oldest first: text, URL, file names, grade and feedback.
  add column earlier_versions jsonb not null default '[]',
  -- When the feedback was written. Null: at the time of grading.
  add column feedback_at      timestamptz;
