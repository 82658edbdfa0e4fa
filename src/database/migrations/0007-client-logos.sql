-- The logo of a client, set by an operator: type detected from its content, served under its digest.
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
-- Images are already compressed, so TOAST compression only costs time.
alter table client_logos alter column bytes set storage external;

-- Members currently connected with a client, newest first.
create index grants_of_client_in_force on grants (site_id, client_id, id desc) where revoked_at is null;
