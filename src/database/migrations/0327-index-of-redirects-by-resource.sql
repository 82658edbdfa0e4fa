-- requires 0.1.0
create index concurrently redirects_by_resource on redirects (site_id, resource_id, id) where resource_id is not null;
