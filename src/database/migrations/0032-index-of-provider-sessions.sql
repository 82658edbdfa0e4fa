-- requires 0.1.0
create index concurrently sessions_of_provider on sessions (site_id, identity_provider_id, provider_session)
  where identity_provider_id is not null;
