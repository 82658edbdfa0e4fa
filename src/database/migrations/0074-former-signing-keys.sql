-- A retired key keeps its public half, which still verifies id_token_hint. The private half is deleted.
alter table signing_keys alter column private_key drop not null;
