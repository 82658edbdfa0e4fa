import type { Database } from "#database/database.ts";
import { DatabaseOutage } from "#database/connection/outage.ts";
import { identifier, sql } from "#database/statements/sql.ts";
import { processDue } from "#domain/platform/queue/process-due.ts";

/** Milliseconds after the first check in which processes of the previous release end, and after a failed one. */
const repeatAfterMs = 86_400_000;

/** The next run starts a minute later and continues. */
const maxRunMs = 45_000;

interface CourseCheck {
  /** Time of the next check. Null: never. */
  column: "progress_check_at" | "completion_check_at";
  check: (course: { siteId: string; courseId: string }) => Promise<unknown>;
  /** Plural, for the error. */
  what: string;
}

/**
 * Checks the enrollments of courses that a migration or a process of the previous release has left: of existing courses
 * now, and of all courses a day later once more. An interrupted check of a course starts again. A failed one is
 * repeated a day later, so that a course that always fails takes no time from the others. `stopping`: aborted when the
 * process shuts down. Returns the number of checked courses.
 */
export async function checkCourses(
  db: Database,
  { column, check, what }: CourseCheck,
  now: Date,
  stopping?: AbortSignal,
): Promise<number> {
  const end = performance.now() + maxRunMs;
  const isUp = () => stopping?.aborted === true || performance.now() > end;
  const checkAt = identifier(column);
  const isDue = sql`${checkAt} <= ${now}`;
  const again = new Date(now.getTime() + repeatAfterMs);
  const failures: unknown[] = [];
  const processed = await processDue(db, { table: "courses", column: "id", isDue }, async ({ siteId, keys }) => {
    let moved = 0;
    for (const courseId of keys.map(String)) {
      if (isUp()) break;
      const failure = await failureOf(() => check({ siteId, courseId }));
      if (failure !== undefined) failures.push(failure);
      const repeats = failure === undefined ? sql`${checkAt} = '-infinity'` : sql`true`;
      moved += await db.run`
        update courses set ${checkAt} = case when ${repeats} then ${again}::timestamptz end
         where site_id = ${siteId} and id = ${courseId} and ${isDue}`;
    }
    return moved;
  });
  if (failures.length > 0)
    throw new AggregateError(failures, `${what} of ${failures.length} courses could not be checked.`);
  return processed;
}

/** Returns the error of work on one course. Rejects if the database is not available, which affects all courses. */
async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    // A statement that takes too long for one course need not do so for others.
    if (error instanceof DatabaseOutage && error.reason !== "busy") throw error;
    return error;
  }
}
