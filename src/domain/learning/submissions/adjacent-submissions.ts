import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { submissionStatuses } from "./submission.ts";
import { byTeachersInPerson } from "./submissions-for-teachers.ts";

/** The submissions before and after another one, in the order of the list. Null at its ends. */
interface AdjacentSubmissions {
  previous: string | null;
  next: string | null;
}

export const findAdjacentSubmissions = operation({
  name: "findAdjacentSubmissions",
  summary: "Find the next and the previous submission",
  access: byTeachersInPerson,
  writes: false,
  input: z.object({
    id: Id("submission"),
    status: z.enum(submissionStatuses).optional(),
    courseId: Id("course").optional(),
    lectureId: Id("lecture").optional(),
  }),
  output: z.custom<AdjacentSubmissions>(),
  async run(context, { id, status, courseId, lectureId }) {
    const filters = [
      sql`site_id = ${context.site.id} and deleted_at is null`,
      // A literal, because a parameter does not imply the condition of the partial index.
      ...(status === "submitted" ? [sql`status = 'submitted'`] : []),
      ...(status === undefined || status === "submitted" ? [] : [sql`status = ${status}`]),
      ...(courseId === undefined ? [] : [sql`course_id = ${courseId}`]),
      ...(lectureId === undefined ? [] : [sql`lecture_id = ${lectureId}`]),
      ofOwnCourses(context, sql`submissions`) ?? sql`true`,
    ].reduce((all, filter) => sql`${all} and ${filter}`);
    const [older, newer] = await Promise.all([
      neighbor(context, id, filters, "older"),
      neighbor(context, id, filters, "newer"),
    ]);
    // Work to grade is listed from the longest waiting one, everything else from the latest one.
    return status === "submitted" ? { previous: older, next: newer } : { previous: newer, next: older };
  },
});

/** Starts at the position of the submission, even if the filters no longer include it. */
async function neighbor(
  { db, site }: Context,
  id: string,
  filters: Sql,
  side: "older" | "newer",
): Promise<string | null> {
  const position = sql`
    (select at.created_at, at.id from submissions as at where at.site_id = ${site.id} and at.id = ${id})`;
  const found = await db.first<{ id: string }>`
    select id from submissions
     where ${filters} and (created_at, id) ${side === "older" ? sql`<` : sql`>`} ${position}
     order by ${side === "older" ? sql`created_at desc, id desc` : sql`created_at, id`} limit 1`;
  return found?.id ?? null;
}
