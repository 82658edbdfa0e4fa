-- requires 0.1.0
create index concurrently members_of_guests on members (site_id, guest_email_key) where guest_email_key is not null;
