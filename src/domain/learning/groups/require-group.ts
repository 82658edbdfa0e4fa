import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { isOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import type { GroupRow } from "./group.ts";
import { findGroup, knownCourses, lockGroup } from "./queries.ts";

/** SQL condition: the group has a course of the caller. Undefined for callers who may see all groups. */
export const ownGroups = (context: Context): Sql | undefined =>
  isConfined(context)
    ? sql`exists (select from group_courses
                    join course_lecturers on course_lecturers.site_id = group_courses.site_id
                     and course_lecturers.course_id = group_courses.course_id
                    join lecturers on lecturers.site_id = course_lecturers.site_id
                     and lecturers.id = course_lecturers.lecturer_id and ${table("lecturers").present}
                   where group_courses.site_id = groups.site_id and group_courses.group_id = groups.id
                     and lecturers.member_id = ${memberOf(context.caller)})`
    : undefined;

export async function requireGroup(context: Context, id: string): Promise<GroupRow> {
  const group = await findGroup(context, id);
  if (!group || !(await isOwn(context, group))) throw notFound("group", formatId("group", id));
  return group;
}

/** Returns the group, locked, if the caller may change it and has seen its current version. */
export async function lockVisibleGroup(context: Context, id: string): Promise<GroupRow> {
  const group = await lockGroup(context, id);
  if (!group || !(await isOwn(context, group))) throw notFound("group", formatId("group", id));
  requireVersion(context, group);
  return group;
}

async function isOwn(context: Context, { courseIds }: GroupRow): Promise<boolean> {
  if (!isConfined(context)) return true;
  for (const courseId of courseIds) if (await isOwnCourse(context, courseId)) return true;
  return false;
}

/**
 * Throws if a course does not exist or is not the caller's, except for courses that the group already has. A caller
 * confined to own courses must keep at least one of them in the group.
 */
export async function requireCourses(
  context: Context,
  courseIds: readonly string[],
  taken: readonly string[] = [],
): Promise<void> {
  const existingCourses = await knownCourses(context, courseIds);
  let hasOwn = false;
  for (const [index, courseId] of courseIds.entries()) {
    const isOwn = existingCourses.has(courseId) && (await isOwnCourse(context, courseId));
    hasOwn ||= isOwn;
    if (isOwn || taken.includes(courseId)) continue;
    throw validationFailed(
      `/courseIds/${index}`,
      "not_found",
      `The course ${formatId("course", courseId)} does not exist, or is not one of your courses.`,
    );
  }
  if (!hasOwn && isConfined(context)) {
    throw validationFailed(
      "/courseIds",
      "required",
      "Include at least one of your own courses. Otherwise the group is not visible to you.",
    );
  }
}

/** Limits a query to groups visible to the caller: filtering by another group would reveal its members. */
export async function withVisibleGroups<Query extends object>(context: Context, query: Query): Promise<Query> {
  const inOwnGroups = ownGroups(context);
  const { groupId } = query as { groupId?: string[] };
  if (groupId === undefined || inOwnGroups === undefined) return query;
  const { db, site } = context;
  const found = await db.many<{ id: string }>`
    select groups.id from ${table("groups").withIds(site.id, groupId)}
     where ${table("groups").present}
       and ${inOwnGroups} order by groups.id`;
  return { ...query, groupId: found.map(({ id }) => id) };
}
