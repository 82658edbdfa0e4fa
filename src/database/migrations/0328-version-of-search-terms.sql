-- requires 0.1.0
-- The version of the rules by which the rows of a site are indexed for search. A job indexes sites with an older one.
alter table sites add column search_version integer not null default 1;
