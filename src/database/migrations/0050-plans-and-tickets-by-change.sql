-- Course plans and tickets are sortable by update time, like other lists.
create index course_plans_by_change on course_plans (site_id, course_id, updated_at, id);
create index event_tickets_by_change on event_tickets (site_id, event_id, updated_at, id);
