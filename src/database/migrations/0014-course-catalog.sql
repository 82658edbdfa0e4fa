-- The course catalog: lecturers, categories and prices.

alter table courses
  add column description_html        text not null default '',
  add column cover_file_id           uuid,
  add column promo_video_attachment_id uuid,
  add column outcomes                text[] not null default '{}',
  add column requirements            text[] not null default '{}',
  add column audience                text[] not null default '{}',
  add column access                  jsonb not null default '{"kind": "lifetime"}',
  add column drip                    jsonb not null default '{"mode": "none"}',
  add column completion              jsonb not null
    default '{"requiredPercent": 100, "requireQuizzes": false, "requireAssignments": false}',
  add column certificate_template_id uuid,
  add column comments_enabled        boolean not null default true,
  add column available_from          timestamptz,
  add column available_until         timestamptz,
  add column seo                     jsonb not null default '{}',
  -- Denormalized count, so that lists need no counting.
  add column lecture_count           integer not null default 0,
  add column duration_seconds        integer not null default 0,
  add column enrollment_count        integer not null default 0,
  add column rating_sum              integer not null default 0,
  add column rating_count            integer not null default 0,
  add column curriculum_version      integer not null default 1,
  add column search_terms            text[] not null default '{}';

update courses set
  lecture_count = (select count(*) from lectures
                    where lectures.site_id = courses.site_id and lectures.course_id = courses.id
                      and lectures.deleted_at is null),
  duration_seconds = (select coalesce(sum(lectures.duration_seconds), 0) from lectures
                       where lectures.site_id = courses.site_id and lectures.course_id = courses.id
                         and lectures.deleted_at is null),
  enrollment_count = (select count(*) from enrollments
                       where enrollments.site_id = courses.site_id and enrollments.course_id = courses.id
                         and enrollments.deleted_at is null and enrollments.status <> 'revoked');

-- A slug is available again after its course is deleted.
alter table courses drop constraint courses_site_id_slug_key;
create unique index courses_slug on courses (site_id, slug) where deleted_at is null;
create index courses_by_creation on courses (site_id, created_at, id);
create index courses_by_update on courses (site_id, updated_at, id);
create index courses_by_name on courses (site_id, name, id);
create index courses_by_position on courses (site_id, position, id);
create index courses_by_publication on courses (site_id, coalesce(published_at, 'infinity'), id);
create index courses_by_status on courses (site_id, status, created_at, id) where deleted_at is null;
create index courses_by_search on courses using gin (search_terms);

create table lecturers (
  site_id       uuid not null references sites,
  id            uuid not null,
  name          text not null,
  slug          text not null,
  title         text,
  bio_markdown  text not null default '',
  bio_html      text not null default '',
  picture_file_id uuid,
  links         text[] not null default '{}',
  -- The lecturer's member, if any: their lecturer role then covers these courses.
  member_id     uuid,
  visible       boolean not null default true,
  position      integer not null default 0,
  search_terms  text[] not null default '{}',
  external_id   text,
  metadata      jsonb not null default '{}',
  version       integer not null default 1,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  deleted_at    timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id)
);
create unique index lecturers_slug on lecturers (site_id, slug) where deleted_at is null;
create unique index lecturers_of_member on lecturers (site_id, member_id) where deleted_at is null;
create index lecturers_by_creation on lecturers (site_id, created_at, id);
create index lecturers_by_update on lecturers (site_id, updated_at, id);
create index lecturers_by_position on lecturers (site_id, position, id);
create index lecturers_by_name on lecturers (site_id, name, id);
create index lecturers_by_search on lecturers using gin (search_terms);

create table course_lecturers (
  site_id     uuid not null,
  course_id   uuid not null,
  lecturer_id uuid not null,
  position    integer not null,
  primary key (site_id, course_id, lecturer_id)
);
create index courses_of_lecturer on course_lecturers (site_id, lecturer_id, course_id);

create table course_categories (
  site_id     uuid not null references sites,
  id          uuid not null,
  name        text not null,
  slug        text not null,
  parent_id   uuid,
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
create unique index course_categories_slug on course_categories (site_id, slug) where deleted_at is null;
create index course_categories_by_position on course_categories (site_id, position, id);
create index course_categories_by_update on course_categories (site_id, updated_at, id);
create index course_categories_of_parent on course_categories (site_id, parent_id);

create table course_category_entries (
  site_id     uuid not null,
  course_id   uuid not null,
  category_id uuid not null,
  primary key (site_id, course_id, category_id)
);
create index courses_of_category on course_category_entries (site_id, category_id, course_id);

create table course_plans (
  site_id           uuid not null,
  id                uuid not null,
  course_id         uuid not null,
  name              text not null,
  plan_type         text not null
                    check (plan_type in ('free', 'one_time', 'pre_order', 'installments', 'fixed_date', 'specific_length')),
  -- Minor units and ISO 4217 code; both null if free.
  price_amount      bigint,
  price_currency    text,
  compare_at_amount bigint,
  installments      jsonb,
  access            jsonb not null default '{"kind": "lifetime"}',
  seats             integer,
  seats_taken       integer not null default 0,
  sale_starts_at    timestamptz,
  sale_ends_at      timestamptz,
  active            boolean not null default true,
  position          integer not null default 0,
  external_id       text,
  metadata          jsonb not null default '{}',
  version           integer not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  deleted_at        timestamptz,
  primary key (site_id, id),
  unique (site_id, external_id),
  check ((price_amount is null) = (price_currency is null))
);
create index course_plans_of_course on course_plans (site_id, course_id, position, id);

create table reviews (
  site_id     uuid not null,
  id          uuid not null,
  course_id   uuid not null,
  member_id   uuid not null,
  rating      integer not null check (rating between 1 and 5),
  title       text,
  body        text not null default '',
  status      text not null default 'published' check (status in ('published', 'hidden', 'pending')),
  reply       text,
  replied_at  timestamptz,
  external_id text,
  metadata    jsonb not null default '{}',
  version     integer not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  primary key (site_id, id),
  unique (site_id, course_id, member_id),
  unique (site_id, external_id)
);
create index reviews_by_creation on reviews (site_id, created_at, id);
create index reviews_by_update on reviews (site_id, updated_at, id);
create index reviews_of_course on reviews (site_id, course_id, created_at, id);

alter table enrollments add column plan_id uuid;

alter table lecturers add foreign key (site_id, member_id) references members (site_id, id);
alter table course_lecturers add foreign key (site_id, course_id) references courses (site_id, id);
alter table course_lecturers add foreign key (site_id, lecturer_id) references lecturers (site_id, id);
alter table course_categories add foreign key (site_id, parent_id) references course_categories (site_id, id);
alter table course_category_entries add foreign key (site_id, course_id) references courses (site_id, id);
alter table course_category_entries add foreign key (site_id, category_id) references course_categories (site_id, id);
alter table course_plans add foreign key (site_id, course_id) references courses (site_id, id);
alter table reviews add foreign key (site_id, course_id) references courses (site_id, id);
alter table reviews add foreign key (site_id, member_id) references members (site_id, id);
alter table enrollments add foreign key (site_id, plan_id) references course_plans (site_id, id);
