-- The list of a course's reviews has this sort order too.
create index reviews_of_course_by_update on reviews (site_id, course_id, updated_at, id);
