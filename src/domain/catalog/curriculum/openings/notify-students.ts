import type { Context } from "#domain/platform/context.ts";
import { announceTogether } from "#domain/messages/notifications/announce.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { listReleased } from "#domain/catalog/curriculum/queries.ts";

/** Coalesces notifications while an author adds several lectures. */
const gatherSeconds = 600;

/**
 * Notifies the students of a course about newly visible lectures. Lectures with a schedule per student are announced
 * when they open (`notifyOfOpenings`).
 */
export async function notifyStudents(context: Context, courseId: string, opened: readonly string[]): Promise<void> {
  if (opened.length === 0) return;
  const released = await listReleased(context, courseId, opened);
  const last = released.at(-1);
  if (!last) return;
  const course = { id: courseId, name: last.courseName, slug: last.courseSlug };
  const news = occasions.lectureReleased(course, last.title, released.length);
  await announceTogether(context, { kind: "students", courseId }, news, gatherSeconds);
}
