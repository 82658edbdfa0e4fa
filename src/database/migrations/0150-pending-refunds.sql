-- requires 0.1.0
create index concurrently pending_refunds on refunds (site_id, updated_at, id) where status = 'pending';
