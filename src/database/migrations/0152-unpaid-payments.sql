-- requires 0.1.0
create index concurrently unpaid_payments on payments (site_id, provider, created_at)
  where status in ('pending', 'canceled') and session_reference is not null;
