-- requires 0.1.0
-- Buyers without an account. The key is the comparable form of the address that they have not proven yet.
alter table members add column guest_email_key text;
-- The purposes of mailed links are declared in the code only: each release knows those that it reads.
alter table mail_links drop constraint mail_links_purpose_check;
create index members_of_guests on members (site_id, guest_email_key) where guest_email_key is not null;
