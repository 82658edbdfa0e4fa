-- requires 0.1.0
-- The difference from its provider that was last marked for staff, so that a dismissed one is not marked again.
alter table payments add column divergence text;
