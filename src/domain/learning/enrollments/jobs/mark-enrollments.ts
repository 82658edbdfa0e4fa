import * as z from "zod";
import type { Database } from "#database/database.ts";

const Payload = z.object({ siteId: z.uuid(), courseId: z.uuid() });

/** Enrollments per statement, so that progress reports wait briefly. */
const chunk = 500;

/**
 * The job `mark_enrollments`: moves `updated_at` of the enrollments of a course whose progress has changed with the
 * lectures that count for it.
 */
export async function markEnrollments(db: Database, payload: unknown, now: Date): Promise<void> {
  const { siteId, courseId } = Payload.parse(payload);
  const found = await db.many<{ id: string }>`
    select id from enrollments where site_id = ${siteId} and course_id = ${courseId} and deleted_at is null order by id`;
  for (let first = 0; first < found.length; first += chunk) {
    const ids = found.slice(first, first + chunk).map(({ id }) => id);
    await db.run`
      update enrollments set updated_at = greatest(updated_at, ${now})
       where site_id = ${siteId}
         and id in (select id from enrollments
                     where site_id = ${siteId} and id = any(${ids}::uuid[]) order by id for no key update)`;
  }
}
