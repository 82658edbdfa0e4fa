-- Reply address of a site's mail, once its owner has confirmed it.

alter table sites add column verified_sender text;

alter table mail_links drop constraint mail_links_purpose_check;
alter table mail_links add constraint mail_links_purpose_check
  check (purpose in ('sign_up', 'set_password', 'verify_email', 'change_email', 'invitation', 'verify_sender'));
