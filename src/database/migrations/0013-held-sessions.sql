-- requires 0.1.0
-- Sessions that a checkout holds for the person who pays, until a time of their own.
alter table checkout_reservations add column lecturer_id uuid;
alter table checkout_reservations add column starts_at timestamp with time zone;
alter table checkout_reservations add column ends_at timestamp with time zone;
alter table checkout_reservations add column held_until timestamp with time zone;
