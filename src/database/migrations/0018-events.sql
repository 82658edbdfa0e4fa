-- Events, their tickets, and registrations.

create table event_categories (
  site_id     uuid not null references sites,
  id          uuid not null,
  name        text not null,
  slug        text not null,
  position    integer not null default 0,
  external_id text,
  metadata    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create unique index event_categories_slug on event_categories (site_id, slug) where deleted_at is null;
create index event_categories_by_position on event_categories (site_id, position, id);
create index event_categories_by_update on event_categories (site_id, updated_at, id);

create table events (
  site_id                uuid not null references sites,
  id                     uuid not null,
  name                   text not null,
  slug                   text not null,
  summary                text,
  description_markdown   text not null default '',
  description_html       text not null default '',
  -- A published event in the past counts as ended, even before a job marks it.
  status                 text not null default 'draft' check (status in ('draft', 'published', 'canceled')),
  format                 text not null check (format in ('online', 'in_person', 'hybrid')),
  starts_at              timestamptz not null,
  ends_at                timestamptz not null,
  time_zone              text not null,
  location               jsonb,
  -- For registered attendees only, never public.
  online_url             text,
  category_id            uuid,
  cover_file_id          uuid,
  -- Across all tickets.
  capacity               integer,
  registered_count       integer not null default 0,
  waitlist_enabled       boolean not null default false,
  registration_opens_at  timestamptz,
  registration_closes_at timestamptz,
  -- Minutes before the start.
  reminders              integer[] not null default '{}',
  visibility             text not null default 'public' check (visibility in ('public', 'unlisted', 'members_only')),
  tags                   text[] not null default '{}',
  published_at           timestamptz,
  canceled_at            timestamptz,
  cancel_reason          text,
  search_terms           text[] not null default '{}',
  external_id            text,
  metadata               jsonb not null default '{}',
  version                integer not null default 1,
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  deleted_at             timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check (ends_at > starts_at)
);
create unique index events_slug on events (site_id, slug) where deleted_at is null;
create index events_by_creation on events (site_id, created_at, id);
create index events_by_update on events (site_id, updated_at, id);
create index events_by_start on events (site_id, starts_at, id);
create index events_of_category on events (site_id, category_id, created_at, id) where deleted_at is null;
create index events_by_search on events using gin (search_terms);

create table event_lecturers (
  site_id     uuid not null,
  event_id    uuid not null,
  lecturer_id uuid not null,
  position    integer not null,
  primary key (site_id, event_id, lecturer_id)
);
create index events_of_lecturer on event_lecturers (site_id, lecturer_id, event_id);

create table event_tickets (
  site_id        uuid not null,
  id             uuid not null,
  event_id       uuid not null,
  name           text not null,
  -- Minor units and ISO 4217 code; both null if free.
  price_amount   bigint,
  price_currency text,
  capacity       integer,
  sold           integer not null default 0,
  per_order_max  integer not null default 10,
  sale_starts_at timestamptz,
  sale_ends_at   timestamptz,
  visible        boolean not null default true,
  position       integer not null default 0,
  external_id    text,
  metadata       jsonb not null default '{}',
  version        integer not null default 1,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  deleted_at     timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check ((price_amount is null) = (price_currency is null)),
  check (sold >= 0 and (capacity is null or sold <= capacity))
);
create index event_tickets_of_event on event_tickets (site_id, event_id, position, id);

create table event_registrations (
  site_id       uuid not null,
  id            uuid not null,
  event_id      uuid not null,
  ticket_id     uuid not null,
  member_id     uuid not null,
  quantity      integer not null check (quantity > 0),
  status        text not null check (status in ('registered', 'waitlisted', 'checked_in', 'no_show', 'canceled')),
  check_in_code text not null,
  checked_in_at timestamptz,
  canceled_at   timestamptz,
  source        text not null check (source in ('purchase', 'manual', 'membership', 'import')),
  answers       jsonb not null default '{}',
  external_id   text,
  metadata      jsonb not null default '{}',
  version       integer not null default 1,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  deleted_at    timestamptz,
  primary key (site_id, id),
  unique (site_id, event_id, check_in_code),
  unique (site_id, external_id)
);
-- One registration per member and ticket, with any number of seats.
create unique index event_registrations_once on event_registrations (site_id, ticket_id, member_id)
  where status <> 'canceled';
create index event_registrations_by_creation on event_registrations (site_id, created_at, id);
create index event_registrations_by_update on event_registrations (site_id, updated_at, id);
create index event_registrations_of_event on event_registrations (site_id, event_id, created_at, id);
create index event_registrations_of_ticket on event_registrations (site_id, ticket_id, created_at, id);
create index event_registrations_of_member on event_registrations (site_id, member_id, created_at, id);
create index event_registrations_waiting on event_registrations (site_id, event_id, created_at, id)
  where status = 'waitlisted';

alter table events add foreign key (site_id, category_id) references event_categories (site_id, id);
alter table event_lecturers add foreign key (site_id, event_id) references events (site_id, id);
alter table event_lecturers add foreign key (site_id, lecturer_id) references lecturers (site_id, id);
alter table event_tickets add foreign key (site_id, event_id) references events (site_id, id);
alter table event_registrations add foreign key (site_id, event_id) references events (site_id, id);
alter table event_registrations add foreign key (site_id, ticket_id) references event_tickets (site_id, id);
alter table event_registrations add foreign key (site_id, member_id) references members (site_id, id);
