import type { Context } from "#domain/platform/context.ts";
import { announceTogether } from "#domain/engagement/notifications/announce.ts";
import { occasions } from "#domain/engagement/notifications/occasions.ts";
import { listReleased } from "./queries.ts";

/** Seconds. Whoever fills a course adds one lecture after the other: its students are told once. */
const gathered = 600;

/**
 * Tells the students of a course of lectures that they can see from now on. Those that open to each student at a time
 * of their own are told then, by what opens them.
 */
export async function tellStudents(context: Context, courseId: string, opened: readonly string[]): Promise<void> {
  if (opened.length === 0) return;
  const released = await listReleased(context, courseId, opened);
  const last = released.at(-1);
  if (!last) return;
  const course = { id: courseId, name: last.courseName, slug: last.courseSlug };
  const news = occasions.lectureReleased(course, last.title, released.length);
  await announceTogether(context, { kind: "students", courseId }, news, gathered);
}
