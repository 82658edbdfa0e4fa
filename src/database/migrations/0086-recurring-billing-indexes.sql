-- requires 0.1.0
create index concurrently orders_of_agreement on orders (site_id, agreement_id, created_at, id)
  where agreement_id is not null;
