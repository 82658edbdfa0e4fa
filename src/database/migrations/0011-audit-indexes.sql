-- The log is read newest first, optionally filtered by action, member or client.

create index audit_entries_of_action on audit_entries (site_id, action, created_at desc, id desc);
create index audit_entries_of_member on audit_entries (site_id, member_id, created_at desc, id desc)
  where member_id is not null;
create index audit_entries_of_client on audit_entries (site_id, client_id, created_at desc, id desc)
  where client_id is not null;
