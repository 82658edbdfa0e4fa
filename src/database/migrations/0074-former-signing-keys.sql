-- After its retirement a key keeps its public half: it still verifies id_token_hint. The private half is deleted.
alter table signing_keys alter column private_key drop not null;
