-- requires 0.1.0
create index concurrently members_by_email_domain on members (site_id, split_part(email_key, '@', 2), id);
