-- Demo sites, whose passwords are known, are not served in production. Only Lectern itself has created them so far.

alter table sites add column is_demo boolean not null default false;
update sites set is_demo = true
 where id in (select site_id from audit_entries where action = 'createSite' and actor_kind = 'system');
