import { sql } from "#database/statements/sql.ts";
import type { Joining } from "#domain/platform/listing/filters.ts";

/**
 * Conditions for courses in the public catalog (listed) and by direct link (visible). Unlisted courses are visible
 * only by direct link.
 */
export const isListed = sql`courses.status = 'published' and courses.visibility = 'public' and courses.deleted_at is null`;
export const isVisible = sql`
  courses.status = 'published' and courses.visibility in ('public', 'unlisted') and courses.deleted_at is null`;

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
