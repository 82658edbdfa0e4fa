-- requires 0.1.0
-- A digest of the lectures that count for progress, as of the last change of the curriculum. Null: unknown.
alter table courses add column progress_basis text;
