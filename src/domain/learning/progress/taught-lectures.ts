import { sql } from "#database/sql.ts";

/** Joins `sections` to the `lectures` of a statement, by their keys: without statistics too. */
export const withSections = sql`
  cross join lateral (
    select * from sections where sections.site_id = lectures.site_id and sections.id = lectures.section_id offset 0
  ) as sections`;

/** Condition for lectures that are visible to students and count for progress. */
export const isVisibleToStudents = sql`
  (lectures.status = 'published' and lectures.deleted_at is null
   and coalesce(lectures.min_role, 'student') = 'student'
   and sections.status = 'published' and sections.deleted_at is null)`;
