-- Personal data exports and erasure.

alter table jobs
  drop constraint jobs_kind_check,
  add constraint jobs_kind_check check (kind in ('import', 'export', 'member_export', 'member_erasure')),
  -- The subject of the job. No foreign key: the erasure job outlives its subject.
  add column subject_id        uuid,
  -- The result file, until it expires.
  add column result_object_id  uuid,
  add column result_name       text,
  add column result_type       text,
  add column result_size       bigint,
  add column result_sha256     bytea,
  add column result_expires_at timestamptz,
  add foreign key (site_id, result_object_id) references stored_objects (site_id, id);
create index jobs_of_subject on jobs (site_id, subject_id, created_at desc) where subject_id is not null;
create index jobs_of_result on jobs (site_id, result_object_id) where result_object_id is not null;
-- Across sites, to find expired results.
create index jobs_by_result_expiry on jobs (result_expires_at) where result_object_id is not null;

-- An erased member leaves a pseudonymous row for orders and enrollments, without account and personal data.
alter table members alter column account_id drop not null;

-- For searches by person during an erasure, and for the foreign key checks when the row is deleted.
create index reviews_of_member on reviews (site_id, member_id);
create index coupon_redemptions_of_member on coupon_redemptions (site_id, member_id);
create index invitations_of_member on invitations (site_id, member_id);
create index invitations_by_inviter on invitations (site_id, invited_by) where invited_by is not null;
create index member_notes_by_author on member_notes (site_id, author_id) where author_id is not null;
create index submissions_by_grader on submissions (site_id, graded_by) where graded_by is not null;
create index page_revisions_by_author on page_revisions (site_id, member_id) where member_id is not null;
create index uploads_of_member on uploads (site_id, member_id) where member_id is not null;
create index jobs_of_member on jobs (site_id, member_id) where member_id is not null;
