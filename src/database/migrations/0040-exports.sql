-- What a job has made so far of what it makes piece by piece: whoever takes it after a crash goes on after the last one.
-- The pieces go when the job ends.

create table job_pieces (
  site_id     uuid not null,
  job_id      uuid not null,
  -- From 1.
  number      integer not null,
  -- Which file it belongs to, as the kind of job calls it. Its pieces one after the other are DEFLATE, but for its end.
  name        text not null,
  object_id   uuid not null,
  stored_size bigint not null,
  -- Of all of the file up to here, as it is when it is unpacked.
  byte_size   bigint not null,
  crc32       bigint not null,
  -- Where the next piece of the same file begins; null where this is its last one.
  goes_on_at  text,
  primary key (site_id, job_id, number)
);
create index job_pieces_of_object on job_pieces (site_id, object_id);
alter table job_pieces
  add foreign key (site_id, job_id) references jobs (site_id, id),
  add foreign key (site_id, object_id) references stored_objects (site_id, id);

-- What was answered to all forms, as it is listed.
create index form_submissions_by_creation on form_submissions (site_id, created_at, id);
create index form_submissions_by_update on form_submissions (site_id, updated_at, id);
