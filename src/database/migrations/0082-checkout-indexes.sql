-- requires 0.1.0
-- unused since 0.1.0: that release leaves the column empty
create unique index concurrently orders_of_checkout on orders (site_id, member_id, checkout_key)
  where checkout_key is not null;
-- unused since 0.1.0: that release leaves the column empty
create unique index concurrently payments_of_session on payments (site_id, provider, session_reference)
  where session_reference is not null;
create index concurrently payments_of_reference on payments (site_id, provider, provider_reference)
  where provider_reference is not null;
create index concurrently orders_with_attention on orders (site_id, created_at, id) where attention is not null;
create index concurrently orders_expiring on orders (expires_at, site_id, id) where status = 'pending' and checkout_key is not null;
