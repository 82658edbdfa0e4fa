-- requires 0.1.0
-- Until then, a seat is reserved for a person on the waitlist of a ticket with a price, who has to pay for it.
alter table event_registrations add column offered_until timestamptz;
alter table selling_settings
  -- Hours for which the seat is reserved.
  add column waitlist_hours integer not null default 24;
