-- requires 0.1.0
alter table mail_links validate constraint mail_links_purpose_check;
