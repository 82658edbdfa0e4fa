-- requires 0.1.0
-- Adds how the person of a session authenticated (RFC 8176), which authorization codes carry to ID tokens.
alter table sessions add column amr text[] not null default '{}';
alter table authorization_codes add column amr text[];
