-- Files uploaded with form submissions, used for nothing else.
alter table form_submissions add column file_ids uuid[] not null default '{}';
create index form_submissions_with_file on form_submissions using gin (file_ids) where file_ids <> '{}';
