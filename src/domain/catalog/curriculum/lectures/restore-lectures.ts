import type { Context } from "#domain/platform/context.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { restoreAttachments } from "#domain/catalog/curriculum/deleted-parts.ts";
import { maxLectures } from "#domain/catalog/curriculum/limits.ts";
import * as queries from "#domain/catalog/curriculum/queries.ts";
import { requireFiles } from "#domain/files/files/references/require-files.ts";
import type { LectureRecord } from "./lecture.ts";
import { filesOfVideo } from "./video-files.ts";

/** Restores deleted lectures of a course, whose curriculum is locked, with their attachments. */
export async function restoreLectures(
  context: Context,
  lectures: readonly (LectureRecord & { deletedAt: Date })[],
): Promise<void> {
  const [first] = lectures;
  if (!first) return;
  if ((await queries.countLectures(context, first.courseId)) + lectures.length > maxLectures) {
    throw validationFailed("", "too_many", `A course can have at most ${maxLectures} lectures.`);
  }
  await requireFiles(
    context,
    lectures.flatMap(({ video }) => filesOfVideo(video, undefined, "/video")),
  );
  for (const lecture of lectures) {
    await queries.updateLecture(context, lecture.id, { deletedAt: null }, context.now);
    await restoreAttachments(context, lecture);
  }
}
