import type { SiteScope } from "#domain/platform/context.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { recordProgress } from "#domain/learning/progress/queries.ts";
import { mustGet } from "#lib/must-get.ts";
import type { DemoEnrollment } from "./content/content.ts";
import type { Taught } from "./teach.ts";

const [hour, day] = [3_600_000, 86_400_000];

/** Enrolls a student who has completed one lecture a day, the last one yesterday. */
export async function enroll(
  scope: SiteScope,
  studentId: string,
  { course, daysAgo, expiresInDays, completed = 0, secondsIntoNext }: DemoEnrollment,
  taught: Taught,
  now: Date,
): Promise<void> {
  const { courseId, lectureIds } = mustGet(taught, course);
  const enrolledAt = new Date(now.getTime() - daysAgo * day);
  const expiresAt = expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * day);
  const enrollment = { id: newId(), studentId, courseId, enrolledAt, startsAt: enrolledAt, expiresAt };
  const isFinished = completed === lectureIds.length;
  await insertEnrollment(
    scope,
    { ...enrollment, ...(isFinished && { status: "completed", completedAt: new Date(now.getTime() - day) }) },
    now,
  );

  const begun = lectureIds.slice(0, completed + (secondsIntoNext === undefined ? 0 : 1));
  for (const [index, lectureId] of begun.entries()) {
    const openedAt = new Date(now.getTime() - (begun.length - index) * day);
    const positionSeconds = index < completed ? 60 : secondsIntoNext;
    const event = { enrollmentId: enrollment.id, lectureId };
    await recordProgress(scope, { ...event, kind: "position", positionSeconds, occurredAt: openedAt });
    if (index >= completed) continue;
    await recordProgress(scope, { ...event, kind: "completed", occurredAt: new Date(openedAt.getTime() + hour) });
  }
}
