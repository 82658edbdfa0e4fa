-- requires 0.2.0
-- Adds when and how the person of a token family authenticated. The authorization code carries it. Null: not known.
alter table authorization_codes add column authenticated_at timestamp with time zone;
alter table families add column authenticated_at timestamp with time zone;
alter table families add column amr text[];
