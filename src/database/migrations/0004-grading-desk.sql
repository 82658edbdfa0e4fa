-- requires 0.1.0
-- Adds grades that students do not see yet, and the texts that a person inserts into feedback.
alter table submissions add column held_grade jsonb;
alter table members add column comment_snippets jsonb;
