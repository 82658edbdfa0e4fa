import type { Context } from "#domain/platform/context.ts";
import { isOwnCourse, requireOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { notFound } from "#domain/platform/problem.ts";
import type { AttachmentRecord } from "./attachments/attachment.ts";
import { findAttachment } from "./attachments/attachment-queries.ts";
import type { LectureRecord } from "./lectures/lecture.ts";
import { findLecture, findSection } from "./queries.ts";
import { lockCurriculum } from "./tree/tree-version.ts";
import type { SectionRecord } from "./sections/section.ts";

/** Returns the ID of a course that exists and that the caller may access. */
export async function requireCourseId(context: Context, reference: Reference): Promise<string> {
  const course = await findCourse(context, reference);
  if (!course) throw resourceNotFound("course", reference);
  await requireOwnCourse(context, course.id);
  return course.id;
}

export async function requireSection(context: Context, id: string): Promise<SectionRecord> {
  const section = await findSection(context, id);
  if (section && (await isOwnCourse(context, section.courseId))) return section;
  throw notFound("section", formatId("section", id));
}

export async function requireLecture(context: Context, id: string): Promise<LectureRecord> {
  const lecture = await findLecture(context, id);
  if (lecture && (await isOwnCourse(context, lecture.courseId))) return lecture;
  throw notFound("lecture", formatId("lecture", id));
}

export async function requireAttachment(context: Context, id: string) {
  const attachment = await findAttachment(context, id);
  const lecture = attachment && (await findLecture(context, attachment.lectureId));
  if (lecture && (await isOwnCourse(context, lecture.courseId))) return { attachment, lecture };
  throw notFound("attachment", formatId("attachment", id));
}

/** Returns a section and locks the curriculum of its course until the transaction ends. */
export async function requireLockedSection(context: Context, id: string): Promise<SectionRecord> {
  const { courseId } = await requireSection(context, id);
  await lockCurriculum(context, courseId);
  return requireSection(context, id);
}

export async function requireLockedLecture(context: Context, id: string): Promise<LectureRecord> {
  const { courseId } = await requireLecture(context, id);
  await lockCurriculum(context, courseId);
  return requireLecture(context, id);
}

export async function requireLockedAttachment(
  context: Context,
  id: string,
): Promise<{ attachment: AttachmentRecord; lecture: LectureRecord }> {
  const { lecture } = await requireAttachment(context, id);
  await lockCurriculum(context, lecture.courseId);
  return requireAttachment(context, id);
}

/** Locks the curriculum of a course. Returns the course ID and the curriculum version. */
export async function requireLockedCurriculum(
  context: Context,
  reference: Reference,
): Promise<{ id: string; version: number }> {
  const id = await requireCourseId(context, reference);
  const version = await lockCurriculum(context, id);
  if (version === undefined) throw notFound("course", formatId("course", id));
  return { id, version };
}
