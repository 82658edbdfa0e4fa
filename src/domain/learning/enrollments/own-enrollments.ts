import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";

/** The condition that an enrollment is in a course of whoever asks; undefined for whoever may see them all. */
export const inOwnCourses = (context: Context): Sql | undefined => ofOwnCourses(context, sql`enrollments`);
