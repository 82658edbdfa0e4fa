import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/context.ts";
import { ownCourses } from "#domain/courses/own-courses.ts";

/** The condition that an enrollment is in a course of whoever asks; undefined for whoever may see them all. */
export function inOwnCourses(context: Context): Sql | undefined {
  const own = ownCourses(context);
  return (
    own &&
    sql`exists (select from courses
                 where courses.site_id = enrollments.site_id and courses.id = enrollments.course_id and ${own})`
  );
}
