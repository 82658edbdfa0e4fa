-- requires 0.1.0
-- The version of the public content of a site, which changes in every transaction that changes the content. Processes
-- compare it with the version of the pages that they cached.
create table site_content_versions (
  site_id uuid primary key references sites (id),
  version uuid not null
);
