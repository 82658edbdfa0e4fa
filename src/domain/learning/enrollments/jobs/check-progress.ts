import type { Database } from "#database/database.ts";
import { sql } from "#database/sql.ts";
import { storePercentOfCourse } from "#domain/learning/progress/store-percent.ts";
import { processDue } from "#domain/platform/queue/process-due.ts";

/** Time after the first check in which processes of the previous release end. */
const again = sql`interval '1 day'`;

/** Maximum duration of a run in milliseconds. The next run starts a minute later and continues. */
const maxRunMs = 45_000;

/**
 * Stores the progress of enrollments that a migration or a process of the previous release has left without it: of
 * existing courses now, and of all courses a day later once more. An interrupted check of a course starts again.
 * `stopping`: aborted when the process shuts down. Returns the number of checked courses.
 */
export function checkProgress(db: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  const end = performance.now() + maxRunMs;
  const isUp = () => stopping?.aborted === true || performance.now() > end;
  const isDue = sql`progress_check_at <= ${now}`;
  return processDue(db, { table: "courses", column: "id", isDue }, async ({ siteId, keys }) => {
    let checked = 0;
    for (const courseId of keys.map(String)) {
      if (isUp()) break;
      await storePercentOfCourse(db, { siteId, courseId }, null);
      checked += await db.run`
        update courses
           set progress_check_at = case when progress_check_at = '-infinity' then ${now}::timestamptz + ${again} end
         where site_id = ${siteId} and id = ${courseId} and ${isDue}`;
    }
    return checked;
  });
}
