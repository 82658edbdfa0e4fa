-- requires 0.2.0
-- Records the session at an identity provider in which a member authorized an application, so that a logout there ends
-- its tokens too. Adds the owner and the ID of a key that signs client secrets, as Apple wants them.
alter table authorization_codes add column session_id uuid;
alter table families add column identity_provider_id uuid;
alter table families add column provider_session text;
alter table identity_providers add column team_id text;
alter table identity_providers add column key_id text;
