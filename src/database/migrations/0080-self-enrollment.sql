-- requires 0.1.0
-- Requests of members to be enrolled in a free course, if the school approves each.
create table enrollment_requests (
  site_id    uuid not null references sites,
  id         uuid not null,
  member_id  uuid not null,
  course_id  uuid not null,
  status     text not null check (status in ('pending', 'approved', 'declined')),
  created_at timestamptz not null,
  decided_at timestamptz,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, member_id, course_id),
  foreign key (site_id, member_id) references members (site_id, id),
  foreign key (site_id, course_id) references courses (site_id, id)
);
create index enrollment_requests_pending on enrollment_requests (site_id, created_at, id) where status = 'pending';
create index enrollment_requests_of_course on enrollment_requests (site_id, course_id);

-- The page that a person came from to sign up: a path of the site.
alter table mail_links add column return_to text;
