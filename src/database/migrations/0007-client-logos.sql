-- The picture of a client, as an operator gave it: checked by its content, served under its digest.
create table client_logos (
  site_id    uuid not null,
  client_id  uuid not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes      bytea not null check (octet_length(bytes) <= 262144),
  digest     bytea not null,
  created_at timestamptz not null,
  primary key (site_id, client_id),
  foreign key (site_id, client_id) references clients (site_id, id) on delete cascade
);
-- Pictures are compressed already: trying it again only costs time.
alter table client_logos alter column bytes set storage external;

-- Who is connected with a client now, the newest first.
create index grants_of_client_in_force on grants (site_id, client_id, id desc) where revoked_at is null;
