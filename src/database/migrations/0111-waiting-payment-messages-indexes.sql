-- requires 0.1.0
create index concurrently provider_events_failed on provider_events (site_id, received_at, provider, message_id)
  where result = 'failed';
create index concurrently provider_events_unknown on provider_events (site_id, received_at, provider, message_id)
  where result = 'unknown';
create index concurrently provider_events_waiting
  on provider_events (site_id, provider, reference, received_at, message_id) where event is not null;
