-- requires 0.1.0
create index concurrently certificates_by_status_index on certificates (site_id, status_index)
  where status_index is not null;
