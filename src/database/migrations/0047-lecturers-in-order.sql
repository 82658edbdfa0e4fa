-- Lists include lecturers in display order: an index-only scan instead of a sort per row.
create index course_lecturers_in_order on course_lecturers (site_id, course_id, position, lecturer_id);
create index event_lecturers_in_order on event_lecturers (site_id, event_id, position, lecturer_id);
create index consulting_service_lecturers_in_order
  on consulting_service_lecturers (site_id, service_id, position, lecturer_id);
