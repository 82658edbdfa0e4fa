-- requires 0.1.0
create index concurrently event_registrations_offered on event_registrations (offered_until, site_id, id)
  where status = 'waitlisted' and offered_until is not null;
create index concurrently event_registrations_offered_at_event on event_registrations (site_id, event_id, member_id)
  where status = 'waitlisted' and offered_until is not null;
create index concurrently event_registrations_offered_of_ticket on event_registrations (site_id, ticket_id, member_id)
  where status = 'waitlisted' and offered_until is not null;
