-- The address that replies to a site's mail go to, once somebody who reads its mail has confirmed it.

alter table sites add column verified_sender text;

alter table mail_links drop constraint mail_links_purpose_check;
alter table mail_links add constraint mail_links_purpose_check
  check (purpose in ('sign_up', 'set_password', 'verify_email', 'change_email', 'invitation', 'verify_sender'));
