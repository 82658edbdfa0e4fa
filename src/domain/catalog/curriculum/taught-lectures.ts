import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";

/** Joins `sections` to the `lectures` of a statement, by their keys: without statistics too. */
export const withSections = sql`cross join ${table("sections").of("lectures", "section_id")}`;

/** Condition for lectures that are visible to students. */
export const isVisibleToStudents = sql`
  (lectures.status = 'published' and lectures.deleted_at is null
   and coalesce(lectures.min_role, 'student') = 'student'
   and sections.status = 'published' and sections.deleted_at is null)`;

/**
 * Condition for lectures that count for progress: required ones that are visible to students. All counts, percentages
 * and averages of progress, and the completion of courses, are about these lectures (docs/concepts.md).
 */
export const countsForProgress = sql`(lectures.required and ${isVisibleToStudents})`;
