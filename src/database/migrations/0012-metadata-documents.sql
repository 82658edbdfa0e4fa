-- Clients with a metadata document, newest first, optionally filtered by review.

create index metadata_clients_by_time on clients (site_id, created_at desc, id desc)
  where origin = 'metadata_document' and deleted_at is null;
create index metadata_clients_by_state on clients (
  site_id,
  (case when blocked_at is not null then 'blocked' when review is null then 'unreviewed' else 'reviewed' end),
  created_at desc, id desc
) where origin = 'metadata_document' and deleted_at is null;
