import type { Context } from "#domain/platform/context.ts";
import type { Taught } from "#domain/learning/enrollments/enroll-courses.ts";
import { enrollmentEvent } from "#domain/learning/enrollments/enrollment-event.ts";
import type { StoredEnrollment } from "#domain/learning/enrollments/store-enrollments.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { notifyMany } from "#domain/messages/notifications/notify-many.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";

/** Emits events and notifications, as configured for the import. */
export async function emitEnrollmentEvents(
  context: Context,
  made: readonly StoredEnrollment[],
  changed: readonly { before: StoredEnrollment; after: StoredEnrollment }[],
  courses: ReadonlyMap<string, Taught>,
): Promise<void> {
  await recordEvents(context, [
    ...made.map((row) => enrollmentEvent("enrollment.created", row)),
    ...changed.map(({ before, after }) => enrollmentEvent(`enrollment.${happening(before, after)}`, after)),
  ]);
  const news = made.flatMap((row) => {
    const course = courses.get(row.courseId);
    return course && row.status === "active" ? [{ ...occasions.enrolled(row, course), memberId: row.studentId }] : [];
  });
  await notifyMany(context, "course_update", news);
}

function happening(before: StoredEnrollment, after: StoredEnrollment) {
  if (before.status === "revoked" && after.status !== "revoked") return "reactivated";
  if (after.status === before.status) return "updated";
  return after.status === "revoked" || after.status === "expired" ? after.status : "updated";
}
