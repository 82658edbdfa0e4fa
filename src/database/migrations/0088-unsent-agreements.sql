-- requires 0.1.0
create index concurrently unsent_billing_agreements on billing_agreements (site_id, updated_at, id) where unsent;
