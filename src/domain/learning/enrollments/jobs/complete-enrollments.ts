import * as z from "zod";
import type { Database } from "#database/database.ts";
import { table } from "#database/table/table.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { canBeCompleted, completeFulfilled } from "#domain/learning/progress/completion.ts";
import { countsOf } from "#domain/learning/progress/progress-percent.ts";
import { keysetPages, pageSize } from "#domain/platform/queue/for-each-due.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

const Payload = z.object({ siteId: z.uuid(), courseId: z.uuid() });

/** Enrollments that one transaction completes, each with a certificate and a notification. */
const chunk = 50;

interface Run {
  now: Date;
  mail: Postbox | undefined;
}

/**
 * The job `complete_enrollments`: completes the enrollments of a course that meet its conditions after its lectures or
 * its conditions have changed. Returns their number. A repeated run continues, because each is completed once.
 */
export const completeOfChangedCourse = (db: Database, payload: unknown, run: Run): Promise<number> =>
  completeOfCourse(db, Payload.parse(payload), run);

export async function completeOfCourse(
  db: Database,
  { siteId, courseId }: z.output<typeof Payload>,
  { now, mail }: Run,
): Promise<number> {
  const course = await db.first<Pick<CourseRecord, "completion">>`
    select completion from courses where site_id = ${siteId} and id = ${courseId} and ${table("courses").present}`;
  if (!course) return 0;
  const site = await readSite(db, siteId);
  let completed = 0;
  const find = ({ studentId }: { studentId: string }) =>
    db.many<{ id: string; studentId: string }>`
      select id, student_id from enrollments
       where site_id = ${siteId} and course_id = ${courseId} and student_id > ${studentId}
         and ${canBeCompleted(now)}
       order by student_id limit ${pageSize}`;
  for await (const page of keysetPages({ studentId: nilUuid }, find)) {
    const ids = await reachedAmong(db, { siteId, courseId }, page, course.completion.requiredPercent);
    for (let first = 0; first < ids.length; first += chunk) {
      const some = ids.slice(first, first + chunk);
      completed += await db.transaction((inside) =>
        completeFulfilled({ ...systemContext(inside, site, now), mail }, some),
      );
    }
  }
  return completed;
}

/**
 * Returns the enrollments that have reached the required percentage. Locks all briefly: a report of progress that counted
 * the lectures before the change may not be committed yet, and would be missed.
 */
async function reachedAmong(
  db: Database,
  { siteId, courseId }: z.output<typeof Payload>,
  page: readonly { id: string }[],
  requiredPercent: number,
): Promise<string[]> {
  if (page.length === 0) return [];
  const ids = page.map(({ id }) => id);
  const enrollments = ids.map((id) => ({ id, courseId }));
  return db.transaction(async (inside) => {
    await inside.run`
      select id from ${table("enrollments").withIds(siteId, ids)} order by id for no key update`;
    const rows = await inside.many<{ id: string }>`
      select counted.id from (${countsOf(siteId, enrollments)}) as counted
       where counted.total > 0 and counted.completed * 100 >= counted.total * ${requiredPercent}::integer
       order by counted.id`;
    return rows.map(({ id }) => id);
  });
}
