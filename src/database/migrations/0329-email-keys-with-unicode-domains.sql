-- requires 0.1.0
-- Addresses are compared with their domain in ASCII. These rows are from before, or their mailbox has another row.
create index concurrently accounts_with_unicode_domain on accounts (id) where email_key ~ '[^[:ascii:]][^@]*$';
create index concurrently members_with_unicode_domain on members (site_id, id) where email_key ~ '[^[:ascii:]][^@]*$';
