-- requires 0.1.0
-- Adds the push subscription of a signed-in browser: its address and keys, sealed. It ends with the session.
alter table sessions add column push bytea;
