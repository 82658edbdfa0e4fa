-- Rows of a job that were done, though something of their source has no place here.

alter table jobs add column warned integer not null default 0;

alter table job_results
  alter column error drop not null,
  -- [{place, detail}]
  add column warnings jsonb;
