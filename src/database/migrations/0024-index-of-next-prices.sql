-- requires 0.1.0
create index concurrently subscriptions_of_next_pricing on subscriptions (site_id, next_pricing_id)
  where next_pricing_id is not null;
