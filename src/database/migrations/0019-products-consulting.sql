-- Digital products and consulting services.

create table digital_products (
  site_id              uuid not null references sites,
  id                   uuid not null,
  name                 text not null,
  slug                 text not null,
  description_markdown text not null default '',
  description_html     text not null default '',
  status               text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  -- Minor units and ISO 4217 code; null: free.
  price_amount         bigint,
  price_currency       text,
  compare_at_amount    bigint,
  access               jsonb not null default '{"kind": "lifetime"}',
  download_limit       integer,
  license              text,
  cover_file_id        uuid,
  tags                 text[] not null default '{}',
  -- Denormalized count, so that lists need no counting.
  sold_count           integer not null default 0,
  published_at         timestamptz,
  search_terms         text[] not null default '{}',
  external_id          text,
  metadata             jsonb not null default '{}',
  version              integer not null default 1,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  deleted_at           timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check ((price_amount is null) = (price_currency is null))
);
create unique index digital_products_slug on digital_products (site_id, slug) where deleted_at is null;
create index digital_products_by_creation on digital_products (site_id, created_at, id);
create index digital_products_by_update on digital_products (site_id, updated_at, id);
create index digital_products_by_name on digital_products (site_id, name, id);
create index digital_products_by_price on digital_products (site_id, coalesce(price_amount, 0), id);
create index digital_products_by_status on digital_products (site_id, status, created_at, id) where deleted_at is null;
create index digital_products_by_search on digital_products using gin (search_terms);
create index digital_products_with_cover on digital_products (site_id, cover_file_id) where cover_file_id is not null;

create table digital_product_files (
  site_id    uuid not null,
  product_id uuid not null,
  file_id    uuid not null,
  position   integer not null,
  primary key (site_id, product_id, file_id)
);
create index digital_products_of_file on digital_product_files (site_id, file_id);

create table digital_product_grants (
  site_id     uuid not null,
  id          uuid not null,
  product_id  uuid not null,
  member_id   uuid not null,
  source      text not null check (source in ('purchase', 'manual', 'membership', 'import')),
  -- The order, subscription or job that granted it.
  source_id   uuid,
  granted_at  timestamptz not null,
  expires_at  timestamptz,
  downloads   integer not null default 0,
  external_id text,
  metadata    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create unique index digital_product_grants_of_member on digital_product_grants (site_id, member_id, product_id)
  where deleted_at is null;
create index digital_product_grants_of_product on digital_product_grants (site_id, product_id, created_at, id);
create index digital_product_grants_of_product_by_update on digital_product_grants (site_id, product_id, updated_at, id);
create index digital_product_grants_newest on digital_product_grants (site_id, member_id, granted_at, id);

create table consulting_services (
  site_id              uuid not null references sites,
  id                   uuid not null,
  name                 text not null,
  slug                 text not null,
  description_markdown text not null default '',
  description_html     text not null default '',
  status               text not null default 'draft' check (status in ('draft', 'published', 'archived')),
  price_amount         bigint,
  price_currency       text,
  duration_minutes     integer not null check (duration_minutes > 0),
  sessions_included    integer not null default 1,
  format               text not null default 'online' check (format in ('online', 'in_person', 'phone')),
  location             text,
  -- timeZone, weekly windows in its local time, exceptions by local date, buffers and minimum notice.
  availability         jsonb not null default '{}',
  intake_form_id       uuid,
  cancellation_hours   integer not null default 24,
  published_at         timestamptz,
  search_terms         text[] not null default '{}',
  external_id          text,
  metadata             jsonb not null default '{}',
  version              integer not null default 1,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  deleted_at           timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check ((price_amount is null) = (price_currency is null))
);
create unique index consulting_services_slug on consulting_services (site_id, slug) where deleted_at is null;
create index consulting_services_by_creation on consulting_services (site_id, created_at, id);
create index consulting_services_by_update on consulting_services (site_id, updated_at, id);
create index consulting_services_by_name on consulting_services (site_id, name, id);
create index consulting_services_by_status on consulting_services (site_id, status, created_at, id)
  where deleted_at is null;
create index consulting_services_by_search on consulting_services using gin (search_terms);

create table consulting_service_lecturers (
  site_id     uuid not null,
  service_id  uuid not null,
  lecturer_id uuid not null,
  position    integer not null,
  primary key (site_id, service_id, lecturer_id)
);
create index consulting_services_of_lecturer on consulting_service_lecturers (site_id, lecturer_id, service_id);

-- Consulting sessions that a member bought or was granted.
create table consulting_grants (
  site_id        uuid not null,
  id             uuid not null,
  service_id     uuid not null,
  member_id      uuid not null,
  source         text not null check (source in ('purchase', 'manual', 'membership', 'import')),
  source_id      uuid,
  sessions_total integer not null check (sessions_total > 0),
  sessions_used  integer not null default 0 check (sessions_used >= 0),
  granted_at     timestamptz not null,
  expires_at     timestamptz,
  external_id    text,
  metadata       jsonb not null default '{}',
  version        integer not null default 1,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  deleted_at     timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check (sessions_used <= sessions_total)
);
create index consulting_grants_of_member on consulting_grants (site_id, member_id, granted_at, id);
create index consulting_grants_of_service on consulting_grants (site_id, service_id, created_at, id);

create table consulting_bookings (
  site_id     uuid not null,
  id          uuid not null,
  service_id  uuid not null,
  member_id   uuid not null,
  lecturer_id uuid not null,
  grant_id    uuid,
  starts_at   timestamptz not null,
  ends_at     timestamptz not null,
  status      text not null default 'confirmed'
              check (status in ('pending', 'confirmed', 'completed', 'canceled', 'no_show')),
  meeting_url text,
  -- Keyed by the field handle of the intake form.
  answers     jsonb not null default '{}',
  external_id text,
  metadata    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check (ends_at > starts_at)
);
create index consulting_bookings_by_creation on consulting_bookings (site_id, created_at, id);
create index consulting_bookings_by_update on consulting_bookings (site_id, updated_at, id);
create index consulting_bookings_by_start on consulting_bookings (site_id, starts_at, id);
create index consulting_bookings_of_service on consulting_bookings (site_id, service_id, starts_at, id);
create index consulting_bookings_of_lecturer on consulting_bookings (site_id, lecturer_id, starts_at, id);
create index consulting_bookings_of_member on consulting_bookings (site_id, member_id, starts_at, id);

alter table digital_product_files
  add foreign key (site_id, product_id) references digital_products (site_id, id);
alter table digital_product_grants
  add foreign key (site_id, product_id) references digital_products (site_id, id),
  add foreign key (site_id, member_id) references members (site_id, id);
alter table consulting_services
  add foreign key (site_id, intake_form_id) references forms (site_id, id);
alter table consulting_service_lecturers
  add foreign key (site_id, service_id) references consulting_services (site_id, id),
  add foreign key (site_id, lecturer_id) references lecturers (site_id, id);
alter table consulting_grants
  add foreign key (site_id, service_id) references consulting_services (site_id, id),
  add foreign key (site_id, member_id) references members (site_id, id);
alter table consulting_bookings
  add foreign key (site_id, service_id) references consulting_services (site_id, id),
  add foreign key (site_id, member_id) references members (site_id, id),
  add foreign key (site_id, lecturer_id) references lecturers (site_id, id),
  add foreign key (site_id, grant_id) references consulting_grants (site_id, id);
