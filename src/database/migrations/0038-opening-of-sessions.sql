-- requires 0.2.0
-- Records when a session began, for its absolute lifetime. Null for sessions that 0.2.0 opened.
alter table sessions add column opened_at timestamp with time zone;
