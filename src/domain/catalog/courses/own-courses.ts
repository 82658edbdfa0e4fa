import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { formatId } from "#domain/platform/ids.ts";

/**
 * Returns the condition on `courses` that limits rows to the caller's courses, or undefined if the caller may see all
 * courses.
 */
export const ownCourses = (context: Context): Sql | undefined =>
  isConfined(context) ? sql`courses.id = any(${idsOfOwnCourses(context)})` : undefined;

/** The few courses of a lecturer are read once, and not for each row. */
const idsOfOwnCourses = ({ site, caller }: Context): Sql => sql`array(
  select course_lecturers.course_id from lecturers
    join course_lecturers on course_lecturers.site_id = lecturers.site_id
     and course_lecturers.lecturer_id = lecturers.id
   where lecturers.site_id = ${site.id} and lecturers.member_id = ${memberOf(caller)}
     and lecturers.deleted_at is null)`;

/** Returns the same condition for a table that references courses by `course_id`. */
export function ofOwnCourses(context: Context, table: Sql): Sql | undefined {
  return isConfined(context) ? sql`${table}.course_id = any(${idsOfOwnCourses(context)})` : undefined;
}

/** Returns true if the caller teaches the course or may access all courses. */
export async function isOwnCourse(context: Context, courseId: string): Promise<boolean> {
  if (!isConfined(context)) return true;
  const { db, site, caller } = context;
  const own = await db.first`
    select course_lecturers.course_id from course_lecturers
      join lecturers on lecturers.site_id = course_lecturers.site_id and lecturers.id = course_lecturers.lecturer_id
     where course_lecturers.site_id = ${site.id} and course_lecturers.course_id = ${courseId}
       and lecturers.member_id = ${memberOf(caller)} and lecturers.deleted_at is null`;
  return own !== undefined;
}

/** Throws `not_found` unless the caller may access the course. */
export async function requireOwnCourse(context: Context, courseId: string): Promise<void> {
  if (!(await isOwnCourse(context, courseId))) throw notFound("course", formatId("course", courseId));
}

/** Returns the lecturer profile of a confined caller. The caller becomes lecturer of the courses that they create. */
export async function ownLecturerId({ db, site, caller }: Context): Promise<string> {
  const own = await db.first<{ id: string }>`
    select id from lecturers
     where site_id = ${site.id} and member_id = ${memberOf(caller)} and deleted_at is null`;
  if (own) return own.id;
  throw new Problem(
    "role_required",
    "Lecturers can create courses only after the site has a lecturer profile for them. Ask an owner or manager to create it.",
  );
}
