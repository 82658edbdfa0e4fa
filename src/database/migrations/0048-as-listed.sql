-- Lists include categories and lecturers of each course: denormalized instead of joined per row. Stored as json,
-- which is returned unchanged, while an array is formatted for each row.
alter table courses
  add column category_ids json not null default '[]',
  add column lecturer_ids json not null default '[]';

update courses set
  category_ids = (select coalesce(json_agg(entries.category_id order by entries.category_id), '[]')
                    from course_category_entries entries
                   where entries.site_id = courses.site_id and entries.course_id = courses.id),
  lecturer_ids = (select coalesce(json_agg(teaching.lecturer_id order by teaching.position, teaching.lecturer_id), '[]')
                    from course_lecturers teaching
                   where teaching.site_id = courses.site_id and teaching.course_id = courses.id);

-- No query reads the lecturers of many courses in order any longer.
drop index course_lecturers_in_order;

-- Values that the program reads and writes as a whole become json for the same reason. Their key order is preserved.
alter table courses
  alter column access drop default,
  alter column drip drop default,
  alter column completion drop default,
  alter column seo drop default,
  alter column metadata drop default,
  alter column outcomes drop default,
  alter column requirements drop default,
  alter column audience drop default;
alter table courses
  alter column access type json,
  alter column drip type json,
  alter column completion type json,
  alter column seo type json,
  alter column metadata type json,
  alter column outcomes type json using to_json(outcomes),
  alter column requirements type json using to_json(requirements),
  alter column audience type json using to_json(audience);
alter table courses
  alter column access set default '{"kind": "lifetime"}',
  alter column drip set default '{"mode": "none"}',
  alter column completion set default '{"requiredPercent": 100, "requireQuizzes": false, "requireAssignments": false}',
  alter column seo set default '{}',
  alter column metadata set default '{}',
  alter column outcomes set default '[]',
  alter column requirements set default '[]',
  alter column audience set default '[]';

alter table posts alter column seo drop default, alter column metadata drop default;
alter table posts alter column seo type json, alter column metadata type json;
alter table posts alter column seo set default '{}', alter column metadata set default '{}';

alter table pages alter column seo drop default, alter column metadata drop default;
alter table pages alter column seo type json, alter column metadata type json;
alter table pages alter column seo set default '{}', alter column metadata set default '{}';
