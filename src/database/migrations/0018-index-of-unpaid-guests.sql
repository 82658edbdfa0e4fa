-- requires 0.1.0
create index concurrently guests_by_time on members (created_at) where guest_email_key is not null and status = 'invited';
