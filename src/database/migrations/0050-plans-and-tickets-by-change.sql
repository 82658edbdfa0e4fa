-- Plans of a course and tickets to an event are lists like others: also in the order in which they changed.
create index course_plans_by_change on course_plans (site_id, course_id, updated_at, id);
create index event_tickets_by_change on event_tickets (site_id, event_id, updated_at, id);
