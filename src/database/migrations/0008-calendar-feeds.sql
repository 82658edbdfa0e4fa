-- requires 0.1.0
-- Private calendars of members, which calendar programs subscribe to. A new link is a new row.
create table calendar_feeds (
  site_id uuid not null,
  id uuid not null,
  member_id uuid not null,
  created_at timestamp with time zone not null,
  constraint calendar_feeds_pkey primary key (site_id, id),
  constraint calendar_feeds_site_id_member_id_key unique (site_id, member_id),
  constraint calendar_feeds_site_id_member_id_fkey foreign key (site_id, member_id) references members (site_id, id)
);
