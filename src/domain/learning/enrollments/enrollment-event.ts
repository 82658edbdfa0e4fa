import { formatId } from "#domain/platform/ids.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";

/** An enrollment event for subscribers. */
export const enrollmentEvent = (
  type: `enrollment.${"created" | "updated" | "started" | "completed" | "extended" | "expiring" | "expired" | "revoked" | "reactivated"}`,
  { id, studentId, courseId }: { id: string; studentId: string; courseId: string },
): OutboxEvent =>
  eventAbout(type, "enrollment", id, {
    student_id: formatId("member", studentId),
    course_id: formatId("course", courseId),
  });
