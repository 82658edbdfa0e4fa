-- requires 0.2.0
create index concurrently families_of_provider on families (site_id, identity_provider_id, provider_session)
  where identity_provider_id is not null;
