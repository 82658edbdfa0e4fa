-- Demo sites have public passwords and are not served in production. So far, only Lectern itself has created them.

alter table sites add column is_demo boolean not null default false;
update sites set is_demo = true
 where id in (select site_id from audit_entries where action = 'createSite' and actor_kind = 'system');
