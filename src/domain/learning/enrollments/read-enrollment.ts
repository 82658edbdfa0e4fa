import type { Context } from "#domain/platform/context.ts";
import { isOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { notFound } from "#domain/platform/problem.ts";
import { countCompleted } from "#domain/learning/progress/count-completed.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { only } from "#lib/collections/only.ts";
import { findEnrollment, lockEnrollment } from "./enrollment-queries.ts";
import { type EnrollmentRow, serializeEnrollment } from "./enrollment-resource.ts";
import { visibleSources } from "./visible-sources.ts";

const nothing = { completedLectures: 0, totalLectures: 0, percent: 0 };

/** Serializes enrollments with their progress and source, each loaded in one statement. */
export async function serializeEnrollments(
  context: Context,
  rows: readonly EnrollmentRow[],
): Promise<ReturnType<typeof serializeEnrollment>[]> {
  const progress = await countCompleted(context, rows);
  const sources = await visibleSources(context, rows);
  return rows.map((row) => serializeEnrollment(row, progress.get(row.id) ?? nothing, sources, context.now));
}

export async function readEnrollment(context: Context, id: string) {
  return only(await serializeEnrollments(context, [await mustExist(findEnrollment(context, id))]));
}

export async function requireEnrollment(context: Context, id: string): Promise<EnrollmentRow> {
  const row = await findEnrollment(context, id);
  if (!row || !(await isOwnCourse(context, row.courseId))) throw notFound("enrollment", formatId("enrollment", id));
  return row;
}

/** Returns the enrollment, locked. Throws unless the caller may access its course and If-Match matches its version. */
export async function requireLockedEnrollment(context: Context, id: string): Promise<EnrollmentRow> {
  const row = await lockEnrollment(context, id);
  if (!row || !(await isOwnCourse(context, row.courseId))) throw notFound("enrollment", formatId("enrollment", id));
  requireVersion(context, row);
  return row;
}
