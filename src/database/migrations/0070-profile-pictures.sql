-- Profile pictures are files. Those that members upload have a purpose of their own: like submitted files, they are not
-- part of the school's file library.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose in
  ('course_cover', 'lecture_media', 'attachment', 'avatar', 'digital_product', 'page', 'import', 'submission',
   'profile_picture', 'other'));

drop index files_by_creation;
drop index files_by_update;
drop index files_by_name;
drop index files_by_size;
create index files_by_creation on files (site_id, created_at, id)
  where purpose <> all ('{submission,profile_picture}'::text[]);
create index files_by_update on files (site_id, updated_at, id)
  where purpose <> all ('{submission,profile_picture}'::text[]);
create index files_by_name on files (site_id, filename, id)
  where purpose <> all ('{submission,profile_picture}'::text[]);
create index files_by_size on files (site_id, byte_size, id)
  where purpose <> all ('{submission,profile_picture}'::text[]);

-- picture_url was never written.
alter table members drop column picture_url;
alter table members add column picture_file_id uuid;
create index members_with_picture on members (site_id, picture_file_id) where picture_file_id is not null;
