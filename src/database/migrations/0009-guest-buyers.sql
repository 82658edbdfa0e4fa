-- requires 0.1.0
-- Buyers without an account. The key is the comparable form of the address that they have not proven yet.
alter table members add column guest_email_key text;
-- The purposes of mailed links are declared in the code only: each release knows those that it reads.
alter table mail_links drop constraint mail_links_purpose_check;
