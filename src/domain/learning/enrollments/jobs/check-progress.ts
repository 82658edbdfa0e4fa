import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { checkCourses } from "./check-courses.ts";

/** Stores the progress of enrollments of which a process of the previous release has recorded progress without it. */
export async function checkProgress(db: Database, now: Date, stopping?: AbortSignal): Promise<number> {
  const check = async (course: { siteId: string; courseId: string }) => {
    const { storePercentOfCourse } = await import("#domain/learning/progress/progress-percent.ts");
    await storePercentOfCourse(db, course, null);
  };
  return checkCourses(db, { column: "progress_check_at", check, what: "The progress" }, now, stopping);
}

/**
 * Completes enrollments that met the conditions of their courses before an update: earlier releases completed them with
 * a report of progress only.
 */
export async function checkCompletion(
  db: Database,
  { now, mail }: { now: Date; mail: Postbox | undefined },
  stopping?: AbortSignal,
): Promise<number> {
  const check = async (course: { siteId: string; courseId: string }) => {
    const { completeOfCourse } = await import("./complete-enrollments.ts");
    await completeOfCourse(db, course, { now, mail });
  };
  return checkCourses(db, { column: "completion_check_at", check, what: "The completion" }, now, stopping);
}
