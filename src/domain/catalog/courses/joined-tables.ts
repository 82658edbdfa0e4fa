import { sql } from "#database/statements/sql.ts";
import type { Joining } from "#domain/platform/listing/filters.ts";

/** The lecturers of courses, for filters of courses. */
export const ofLecturers: Joining = {
  column: sql`courses.id`,
  table: sql`course_lecturers`,
  by: sql`course_lecturers.course_id`,
  key: sql`course_lecturers.lecturer_id`,
};

/** The categories of courses, for filters of courses. */
export const inCategories: Joining = {
  column: sql`courses.id`,
  table: sql`course_category_entries`,
  by: sql`course_category_entries.course_id`,
  key: sql`course_category_entries.category_id`,
};
