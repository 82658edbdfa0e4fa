import type { Database } from "#database/database.ts";
import { DatabaseOutage } from "#database/outage.ts";
import { sql } from "#database/sql.ts";
import { processDue } from "#domain/platform/queue/process-due.ts";

/** Milliseconds after the first check in which processes of the previous release end, and after a failed one. */
const repeatAfterMs = 86_400_000;

/** Maximum duration of a run in milliseconds. The next run starts a minute later and continues. */
const maxRunMs = 45_000;

/**
 * Stores the progress of enrollments that a migration or a process of the previous release has left without it: of
 * existing courses now, and of all courses a day later once more. An interrupted check of a course starts again. A
 * failed one is repeated a day later, so that a course that always fails takes no time from the others.
 * `stopping`: aborted when the process shuts down. Returns the number of checked courses.
 */
export async function checkProgress(db: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  const end = performance.now() + maxRunMs;
  const isUp = () => stopping?.aborted === true || performance.now() > end;
  const isDue = sql`progress_check_at <= ${now}`;
  const again = new Date(now.getTime() + repeatAfterMs);
  const failures: unknown[] = [];
  const processed = await processDue(db, { table: "courses", column: "id", isDue }, async ({ siteId, keys }) => {
    const { storePercentOfCourse } = await import("#domain/learning/progress/store-percent.ts");
    let moved = 0;
    for (const courseId of keys.map(String)) {
      if (isUp()) break;
      const failure = await failureOf(() => storePercentOfCourse(db, { siteId, courseId }, null));
      if (failure !== undefined) failures.push(failure);
      const repeats = failure === undefined ? sql`progress_check_at = '-infinity'` : sql`true`;
      moved += await db.run`
        update courses
           set progress_check_at = case when ${repeats} then ${again}::timestamptz end
         where site_id = ${siteId} and id = ${courseId} and ${isDue}`;
    }
    return moved;
  });
  if (failures.length > 0) {
    throw new AggregateError(failures, `The progress of ${failures.length} courses could not be checked.`);
  }
  return processed;
}

/** Returns the error of work on one course. Rejects if the database is not available, which affects all courses. */
async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    // A statement that takes too long for one course need not do so for others.
    if (error instanceof DatabaseOutage && error.reason !== "busy") throw error;
    return error;
  }
}
