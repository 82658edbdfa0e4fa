import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound } from "#domain/platform/problem.ts";

/**
 * Keeps a lecture in its course until the transaction ends. Called before the first work of a student in a lecture is
 * stored: a move to another course waits, and then finds the work. Throws if the lecture has left the course.
 */
export async function keepInCourse({ db, site }: SiteScope, lectureId: string, courseId: string): Promise<void> {
  const kept = await db.first`
    select from lectures
     where site_id = ${site.id} and id = ${lectureId} and course_id = ${courseId} and ${table("lectures").present}
       for key share`;
  if (!kept) throw notFound("lecture", formatId("lecture", lectureId), "in this course");
}

/** Waits for work that is being stored, see `keepInCourse`, and lets new work wait until the transaction ends. */
export const lockAgainstWork = ({ db, site }: SiteScope, lectureId: string): Promise<unknown> =>
  db.run`select from lectures where site_id = ${site.id} and id = ${lectureId} for update`;
