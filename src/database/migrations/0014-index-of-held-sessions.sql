-- requires 0.1.0
create index concurrently checkout_reservations_of_lecturer on checkout_reservations (site_id, lecturer_id, starts_at) where lecturer_id is not null;
