import type { Context } from "#domain/context.ts";
import type { CourseRecord } from "#domain/courses/course.ts";
import { requirePublishable } from "#domain/courses/publishable.ts";
import { findCourse, updateCourse } from "#domain/courses/queries.ts";
import { conclude, curriculumEvents } from "#domain/curriculum/change.ts";
import { isNothing, replaceTree } from "#domain/curriculum/replace-tree.ts";
import { lockCurriculum } from "#domain/curriculum/tree-version.ts";
import { formatId } from "#domain/ids.ts";
import { recordEvents } from "#domain/outbox/record-event.ts";
import type { CourseContent } from "./course-content.ts";
import type { CourseFiles } from "./course-files.ts";
import { nodesOf } from "./nodes.ts";
import { saveCourseFields } from "./save-course-fields.ts";

/**
 * Makes the site's course what its folder says, whole: what the folder leaves out is gone, or has the value that is
 * usual. Parts keep who they are as `matchParts` finds.
 */
export async function saveContent(
  context: Context,
  content: CourseContent,
  files: CourseFiles,
): Promise<"created" | "updated" | "unchanged"> {
  const { id, isNew, isChanged } = await saveCourseFields(context, content, files);
  await lockCurriculum(context, id);
  const { changes, opened } = await replaceTree(context, id, await nodesOf(context, id, content, files));
  const isOther = !isNothing(changes);
  const concluded = isOther ? await conclude(context, id, { ...changes, opened }, () => ({})) : {};
  const hasMoved = await move(context, (await findCourse(context, { id }))!, content.matter.status);
  if (!isNew && !isChanged && !isOther && !hasMoved) return "unchanged";

  const objectId = formatId("course", id);
  const event = (type: `course.${string}`) => ({ type, objectId, data: { id: objectId, object: "course" } });
  await recordEvents(context, [
    ...(isNew || isChanged ? [event(isNew ? "course.created" : "course.updated")] : []),
    ...(isOther ? curriculumEvents({}, concluded) : []),
    ...(hasMoved ? [event(eventOf[content.matter.status])] : []),
  ]);
  return isNew ? "created" : "updated";
}

const eventOf = {
  draft: "course.unpublished",
  published: "course.published",
  archived: "course.archived",
} as const satisfies Record<CourseRecord["status"], string>;

/** Only now: what is published has something to see. */
async function move(context: Context, course: CourseRecord, status: CourseRecord["status"]): Promise<boolean> {
  if (course.status === status) return false;
  if (status === "published") await requirePublishable(context, course);
  const publishedAt = status === "published" ? { publishedAt: course.publishedAt ?? context.now } : {};
  await updateCourse(context, course.id, { status, ...publishedAt }, context.now);
  return true;
}
