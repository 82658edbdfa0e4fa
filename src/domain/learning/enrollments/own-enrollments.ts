import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";

/** Condition that limits enrollments to the caller's courses, or undefined if the caller may see all. */
export const inOwnCourses = (context: Context): Sql | undefined => ofOwnCourses(context, sql`enrollments`);
