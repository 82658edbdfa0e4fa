-- Parts of a job's result, written incrementally: after a crash, the job continues after the last one. Deleted when
-- the job ends.

create table job_pieces (
  site_id     uuid not null,
  job_id      uuid not null,
  -- Starts at 1.
  number      integer not null,
  -- The file that contains the part, named by the job kind. Concatenated parts are DEFLATE data without its end.
  name        text not null,
  object_id   uuid not null,
  stored_size bigint not null,
  -- Of the uncompressed file up to and including this part.
  byte_size   bigint not null,
  crc32       bigint not null,
  -- Start of the file's next part; null for its last.
  goes_on_at  text,
  primary key (site_id, job_id, number)
);
create index job_pieces_of_object on job_pieces (site_id, object_id);
alter table job_pieces
  add foreign key (site_id, job_id) references jobs (site_id, id),
  add foreign key (site_id, object_id) references stored_objects (site_id, id);

-- Submissions of all forms, in list order.
create index form_submissions_by_creation on form_submissions (site_id, created_at, id);
create index form_submissions_by_update on form_submissions (site_id, updated_at, id);
