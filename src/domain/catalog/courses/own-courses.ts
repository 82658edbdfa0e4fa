import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { formatId } from "#domain/platform/ids.ts";

/** Whether whoever asks sees and changes only courses that they teach: a role below manager gives no more. */
export const isConfined = ({ caller }: Context): boolean =>
  (caller.kind === "token" || caller.kind === "session") &&
  !caller.roles.some((role) => role === "owner" || role === "manager");

/** The condition that a row of `courses` is one of theirs; undefined for whoever may see them all. */
export const ownCourses = (context: Context): Sql | undefined =>
  isConfined(context)
    ? sql`exists (select from course_lecturers
                    join lecturers on lecturers.site_id = course_lecturers.site_id
                     and lecturers.id = course_lecturers.lecturer_id and lecturers.deleted_at is null
                   where course_lecturers.site_id = courses.site_id and course_lecturers.course_id = courses.id
                     and lecturers.member_id = ${memberOf(context.caller)})`
    : undefined;

/** The same for rows about a course, which they name by `course_id`. */
export function ofOwnCourses(context: Context, table: Sql): Sql | undefined {
  const own = ownCourses(context);
  return (
    own &&
    sql`exists (select from courses
                 where courses.site_id = ${table}.site_id and courses.id = ${table}.course_id and ${own})`
  );
}

/** Whether the course is theirs, or they see and change every one. */
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

/** Fails where the course is not theirs, as if it were not there. */
export async function requireOwnCourse(context: Context, courseId: string): Promise<void> {
  if (!(await isOwnCourse(context, courseId))) throw notFound("course", formatId("course", courseId));
}

/** The lecturer that a confined caller is: what they make, they teach. */
export async function ownLecturerId({ db, site, caller }: Context): Promise<string> {
  const own = await db.first<{ id: string }>`
    select id from lecturers
     where site_id = ${site.id} and member_id = ${memberOf(caller)} and deleted_at is null`;
  if (own) return own.id;
  throw new Problem(
    "role_required",
    "A lecturer makes courses once the site has a lecturer's profile for them: ask an owner or manager for it.",
  );
}
