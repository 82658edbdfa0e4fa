-- Coupons that are too many for one request are made by a job, which tells of each.

alter table jobs
  drop constraint jobs_kind_check,
  add constraint jobs_kind_check
    check (kind in ('import', 'export', 'member_export', 'member_erasure', 'coupon_generation'));

-- {object, id, code}: what a row made, where the job tells of that. Otherwise `error` says why it could not be done, or
-- `warnings` what of it was left out.
alter table job_results
  add column made jsonb,
  add check (error is not null or warnings is not null or made is not null);
