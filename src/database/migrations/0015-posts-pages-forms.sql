-- Public content of a school and its forms: posts, pages, forms.

create table post_categories (
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
create unique index post_categories_slug on post_categories (site_id, slug) where deleted_at is null;
create index post_categories_by_position on post_categories (site_id, position, id);
create index post_categories_by_update on post_categories (site_id, updated_at, id);

create table posts (
  site_id          uuid not null references sites,
  id               uuid not null,
  title            text not null,
  slug             text not null,
  excerpt          text,
  -- Null if written as HTML.
  body_markdown    text,
  body_html        text not null default '',
  reading_minutes  integer not null default 1,
  access           text not null check (access in ('public', 'members', 'plans')),
  -- Membership plans, for access by plans.
  plan_ids         uuid[] not null default '{}',
  status           text not null default 'draft' check (status in ('draft', 'scheduled', 'published', 'archived')),
  -- For a scheduled post, the publication time in the future. Once it has passed, the post counts as published,
  -- whatever its status.
  published_at     timestamptz,
  author_member_id uuid,
  category_id      uuid,
  tags             text[] not null default '{}',
  cover_file_id    uuid,
  comments_enabled boolean not null default true,
  comment_count    integer not null default 0,
  seo              jsonb not null default '{}',
  locale           text not null,
  search_terms     text[] not null default '{}',
  external_id      text,
  metadata         jsonb not null default '{}',
  version          integer not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  deleted_at       timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check (status not in ('scheduled', 'published') or published_at is not null)
);
create unique index posts_slug on posts (site_id, slug) where deleted_at is null;
create index posts_by_creation on posts (site_id, created_at, id);
create index posts_by_update on posts (site_id, updated_at, id);
create index posts_by_title on posts (site_id, title, id);
create index posts_by_publication on posts (site_id, coalesce(published_at, 'infinity'), id);
create index posts_by_status on posts (site_id, status, created_at, id) where deleted_at is null;
create index posts_of_author on posts (site_id, author_member_id, created_at, id) where deleted_at is null;
create index posts_of_category on posts (site_id, category_id, created_at, id) where deleted_at is null;
create index posts_by_search on posts using gin (search_terms);
-- Across sites, to find due posts.
create index posts_scheduled on posts (published_at) where status = 'scheduled' and deleted_at is null;

create table pages (
  site_id         uuid not null references sites,
  id              uuid not null,
  title           text not null,
  path            text not null,
  page_type       text not null check (page_type in ('content', 'static_site')),
  locale          text not null,
  -- Either blocks or Markdown; the other is null, and both are null for a static site.
  blocks          jsonb,
  body_markdown   text,
  body_html       text,
  status          text not null default 'draft' check (status in ('draft', 'published')),
  published_at    timestamptz,
  layout          text not null default 'default' check (layout in ('default', 'wide', 'bare')),
  seo             jsonb not null default '{}',
  show_in_sitemap boolean not null default true,
  revision        integer not null default 1,
  search_terms    text[] not null default '{}',
  external_id     text,
  metadata        jsonb not null default '{}',
  version         integer not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  deleted_at      timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check (blocks is null or body_markdown is null)
);
create unique index pages_path on pages (site_id, path) where deleted_at is null;
create index pages_by_creation on pages (site_id, created_at, id);
create index pages_by_update on pages (site_id, updated_at, id);
create index pages_by_title on pages (site_id, title, id);
create index pages_by_path on pages (site_id, path, id);
create index pages_by_search on pages using gin (search_terms);

-- Content of every page revision, including the current one.
create table page_revisions (
  site_id       uuid not null,
  id            uuid not null,
  page_id       uuid not null,
  revision      integer not null,
  title         text not null,
  blocks        jsonb,
  body_markdown text,
  member_id     uuid,
  created_at    timestamptz not null,
  primary key (site_id, id),
  unique (site_id, page_id, revision)
);

create table redirects (
  site_id     uuid not null references sites,
  id          uuid not null,
  from_path   text not null,
  target      text not null,
  status      integer not null check (status in (301, 302, 308)),
  external_id text,
  metadata    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create unique index redirects_from on redirects (site_id, from_path) where deleted_at is null;
create index redirects_by_creation on redirects (site_id, created_at, id);
create index redirects_by_update on redirects (site_id, updated_at, id);

create table forms (
  site_id          uuid not null references sites,
  id               uuid not null,
  name             text not null,
  slug             text not null,
  status           text not null default 'draft' check (status in ('draft', 'open', 'closed')),
  -- Ordered list of objects with handle, label, kind, required and choices.
  fields           jsonb not null default '[]',
  submission_count integer not null default 0,
  search_terms     text[] not null default '{}',
  external_id      text,
  metadata         jsonb not null default '{}',
  version          integer not null default 1,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  deleted_at       timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create unique index forms_slug on forms (site_id, slug) where deleted_at is null;
create index forms_by_creation on forms (site_id, created_at, id);
create index forms_by_update on forms (site_id, updated_at, id);
create index forms_by_name on forms (site_id, name, id);
create index forms_by_search on forms using gin (search_terms);

create table form_submissions (
  site_id      uuid not null,
  id           uuid not null,
  form_id      uuid not null,
  -- Null: the sender was not signed in.
  member_id    uuid,
  -- Keyed by field handle.
  answers      jsonb not null,
  source_url   text,
  search_terms text[] not null default '{}',
  external_id  text,
  metadata     jsonb not null default '{}',
  version      integer not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  deleted_at   timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create index form_submissions_of_form on form_submissions (site_id, form_id, created_at, id);
create index form_submissions_of_form_by_update on form_submissions (site_id, form_id, updated_at, id);
create index form_submissions_of_member on form_submissions (site_id, member_id, created_at, id);
create index form_submissions_by_search on form_submissions using gin (search_terms);

alter table posts add foreign key (site_id, author_member_id) references members (site_id, id);
alter table posts add foreign key (site_id, category_id) references post_categories (site_id, id);
alter table page_revisions add foreign key (site_id, page_id) references pages (site_id, id);
alter table page_revisions add foreign key (site_id, member_id) references members (site_id, id);
alter table form_submissions add foreign key (site_id, form_id) references forms (site_id, id);
alter table form_submissions add foreign key (site_id, member_id) references members (site_id, id);
