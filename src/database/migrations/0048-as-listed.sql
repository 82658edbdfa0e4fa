-- A list tells of each course where it is filed and who teaches it: stored with it when either changes, instead of looked
-- up for each row. As json, which is handed out as it is; the letters of an array are put together for each row.
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

-- Nothing reads those of many courses in their order any more.
drop index course_lecturers_in_order;

-- What is written whole and read whole by the program alone becomes json for the same reason. Keys stay in the order in which
-- they came.
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
