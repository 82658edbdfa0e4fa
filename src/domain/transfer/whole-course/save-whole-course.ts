import type { Context } from "#domain/platform/context.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import { requireNoPricedPlan, settleCourseType } from "#domain/catalog/courses/priced-plans.ts";
import { requirePublishable } from "#domain/catalog/courses/publishable.ts";
import { findCourse, updateCourse } from "#domain/catalog/courses/queries.ts";
import { conclude, curriculumEvents, noChanges } from "#domain/catalog/curriculum/change.ts";
import { requireContentOf } from "#domain/catalog/curriculum/lectures/require-content.ts";
import { isEmptyPatch, replaceTree } from "#domain/catalog/curriculum/tree/replace-tree.ts";
import { lockCurriculum } from "#domain/catalog/curriculum/tree/tree-version.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { saveCourseFields } from "./save-course-fields.ts";
import type { WholeCourse } from "./whole-course.ts";
import { saveAllPlans } from "#domain/offers/course-plans/save-plan.ts";

/** Creates or updates a course with everything in its source. */
export async function saveWholeCourse(
  context: Context,
  course: WholeCourse,
): Promise<"created" | "updated" | "unchanged"> {
  const { id, isNew, ...fields } = await saveCourseFields(context, course);
  const planEvents = course.plans === undefined ? [] : await saveAllPlans(context, id, course.plans);
  if (course.fields.courseType === "free") await requireNoPricedPlan(context, id);
  const isNowPaid = course.plans !== undefined && (await settleCourseType(context, id)).isNowPaid;
  const isChanged = fields.isChanged || isNowPaid;
  await lockCurriculum(context, id);
  const nodes = await course.nodesOf?.(context, id);
  const { changes, opened } = nodes ? await replaceTree(context, id, nodes) : { changes: noChanges(), opened: [] };
  const isOther = !isEmptyPatch(changes);
  if (!context.restoresArchive) await requireContentOf(context, id, opened);
  const concluded = isOther ? await conclude(context, id, { ...changes, opened }, () => undefined) : undefined;
  const hasMoved = await move(context, await mustExist(findCourse(context, { id })), course.status);
  if (!isNew && !isChanged && !isOther && !hasMoved && planEvents.length === 0) return "unchanged";

  const objectId = formatId("course", id);
  const event = (type: `course.${string}`) => ({ type, objectId, data: { id: objectId, object: "course" } });
  await recordEvents(context, [
    ...(isNew || isChanged ? [event(isNew ? "course.created" : "course.updated")] : []),
    ...planEvents,
    ...curriculumEvents(undefined, undefined, concluded?.facts),
    ...(hasMoved && course.status ? [event(eventOf[course.status])] : []),
  ]);
  return isNew ? "created" : "updated";
}

const eventOf = {
  draft: "course.unpublished",
  published: "course.published",
  archived: "course.archived",
} as const satisfies Record<CourseRecord["status"], string>;

/** Last step: publishing requires the lectures and plans. */
async function move(context: Context, course: CourseRecord, status: WholeCourse["status"]): Promise<boolean> {
  if (status === undefined || course.status === status) return false;
  if (status === "published") await requirePublishable(context, course);
  const publishedAt = status === "published" ? { publishedAt: course.publishedAt ?? context.now } : {};
  await updateCourse(context, course, { status, ...publishedAt }, context.now);
  return true;
}
