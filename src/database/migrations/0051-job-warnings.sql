-- Job rows that succeeded although part of the source was not importable.

alter table jobs add column warned integer not null default 0;

alter table job_results
  alter column error drop not null,
  -- [{place, detail}]
  add column warnings jsonb;
