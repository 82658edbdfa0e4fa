import { sql } from "#database/sql.ts";

/** Joins `sections` to the `lectures` of a statement. */
export const withSections = sql`
  join sections on sections.site_id = lectures.site_id and sections.id = lectures.section_id`;

/** Condition for lectures that are visible to students and count for progress. */
export const isVisibleToStudents = sql`
  (lectures.status = 'published' and lectures.deleted_at is null
   and coalesce(lectures.min_role, 'student') = 'student'
   and sections.status = 'published' and sections.deleted_at is null)`;
