import * as z from "zod";
import { endRedirectsTo } from "#domain/platform/addresses/move-address.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { lifecycles } from "#domain/platform/states/lifecycles.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { Course, type CourseRecord, serializeCourse } from "./course.ts";
import { markRelatedUpdated } from "./relations.ts";
import { findCourse, findCourseBySlug, hasEnrollments, lockCourseToDelete, updateCourse } from "./queries.ts";
import { requirePublishable } from "./publishable.ts";
import { requireCourse } from "./save-course.ts";

type Status = CourseRecord["status"];

const aCourse = z.object({ course: ReferenceTo("course") });

export const publishCourse = operation({
  name: "publishCourse",
  summary: "Publish a course",
  description: "The course becomes visible to everyone its visibility allows.",
  writes: "courses:write",
  input: aCourse,
  output: Course,
  async run(context, { course: reference }) {
    const course = await requireCourse(context, reference);
    const status = lifecycles.course.next("publish", course.status);
    await requirePublishable(context, course);
    return move(context, course, status);
  },
  emits: "course.published",
});

export const unpublishCourse = operation({
  name: "unpublishCourse",
  summary: "Unpublish a course",
  description: "The course becomes a draft. Enrolled students keep their access.",
  writes: "courses:write",
  input: aCourse,
  output: Course,
  async run(context, { course: reference }) {
    const course = await requireCourse(context, reference);
    return move(context, course, lifecycles.course.next("unpublish", course.status));
  },
  emits: "course.unpublished",
});

export const archiveCourse = operation({
  name: "archiveCourse",
  summary: "Archive a course",
  description: "An archived course accepts no new enrollments.",
  writes: "courses:write",
  input: aCourse,
  output: Course,
  async run(context, { course: reference }) {
    const course = await requireCourse(context, reference);
    return move(context, course, lifecycles.course.next("archive", course.status));
  },
  emits: "course.archived",
});

const restorableDays = 30;

export const restoreCourse = operation({
  name: "restoreCourse",
  summary: "Restore a course",
  description: "Restores an archived or deleted course as a draft.",
  writes: "courses:write",
  input: aCourse,
  output: Course,
  async run(context, { course: reference }) {
    const course = await requireCourse(context, reference, { deleted: true });
    const { deletedAt, status } = course;
    if (!deletedAt) lifecycles.course.next("restore", status);
    if (deletedAt && context.now.getTime() - deletedAt.getTime() > restorableDays * 86_400_000) {
      throw new Problem(
        "invalid_state",
        `The course was deleted more than ${restorableDays} days ago and cannot be restored.`,
        { allowed: [] },
      );
    }
    if (deletedAt && (await findCourseBySlug(context, course.slug))) {
      throw new Problem(
        "slug_taken",
        `Another course now has the slug ${course.slug}. Change the slug of that course first.`,
      );
    }
    if (deletedAt) await markRelatedUpdated(context, course.id);
    return move(context, course, "draft", { deletedAt: null });
  },
  emits: "course.updated",
});

export const deleteCourse = operation({
  name: "deleteCourse",
  summary: "Delete a course",
  description: "A deleted course can be restored for 30 days.",
  writes: "courses:write",
  input: aCourse,
  output: z.object({ id: Id("course") }),
  async run(context, { course: reference }) {
    const course = await requireCourse(context, reference, { lock: lockCourseToDelete });
    if (await hasEnrollments(context, course.id)) {
      throw new Problem("has_dependents", "The course has enrolled students. Archive it instead.");
    }
    await updateCourse(context, course, { deletedAt: context.now }, context.now);
    await endRedirectsTo(context, course.id);
    await markRelatedUpdated(context, course.id);
    return { id: course.id };
  },
  emits: "course.deleted",
});

async function move(context: Context, course: CourseRecord, status: Status, besides: { deletedAt?: null } = {}) {
  const publishedAt = status === "published" ? { publishedAt: course.publishedAt ?? context.now } : {};
  await updateCourse(context, course, { status, ...publishedAt, ...besides }, context.now);
  return serializeCourse(context, await mustExist(findCourse(context, { id: course.id })));
}
