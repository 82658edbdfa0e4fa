-- Coupon batches too large for one request are created by a job, which reports each coupon.

alter table jobs
  drop constraint jobs_kind_check,
  add constraint jobs_kind_check
    check (kind in ('import', 'export', 'member_export', 'member_erasure', 'coupon_generation'));

-- {object, id, code}: the resource created by a row, if the job reports it. Otherwise `error` contains the failure,
-- or `warnings` the omitted parts.
alter table job_results
  add column made jsonb,
  add check (error is not null or warnings is not null or made is not null);
