-- The school's profile and appearance. A school without changes has no row and uses the defaults.

create table schools (
  site_id          uuid not null references sites,
  support_email    text,
  time_zone        text not null default 'UTC',
  default_currency text not null default 'USD',
  currencies       text[] not null default '{USD}',
  legal            jsonb not null default '{}',
  social           jsonb not null default '{}',
  seo              jsonb not null default '{}',
  -- By group. Security settings are in sites.settings instead.
  settings         jsonb not null default '{}',
  metadata         jsonb not null default '{}',
  version          integer not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  primary key (site_id)
);

-- Operator API requests per UTC day.
create table api_calls (
  site_id uuid not null references sites,
  day     date not null,
  calls   bigint not null,
  primary key (site_id, day)
);

create table appearances (
  site_id           uuid not null references sites,
  colors            jsonb not null default '{}',
  dark_mode         text not null default 'auto' check (dark_mode in ('off', 'auto', 'on')),
  fonts             jsonb not null default '{}',
  logo_file_id      uuid,
  logo_dark_file_id uuid,
  favicon_file_id   uuid,
  cover_file_id     uuid,
  corner_radius     text not null default 'medium' check (corner_radius in ('none', 'small', 'medium', 'large')),
  density           text not null default 'comfortable' check (density in ('compact', 'comfortable', 'spacious')),
  player_layout     text not null default 'classic' check (player_layout in ('classic', 'theater')),
  -- Sanitized before storage.
  custom_css        text not null default '',
  header_html       text not null default '',
  footer_html       text not null default '',
  -- Ordered entries with label, href, visibleTo and children.
  navigation        jsonb not null default '[]',
  metadata          jsonb not null default '{}',
  version           integer not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (site_id)
);
create index appearances_with_files on appearances
  using gin ((array[logo_file_id, logo_dark_file_id, favicon_file_id, cover_file_id]));
