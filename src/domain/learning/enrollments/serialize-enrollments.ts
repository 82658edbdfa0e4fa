import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { countCompleted } from "#domain/learning/progress/progress-percent.ts";
import { only } from "#lib/collections/only.ts";
import { findEnrollment } from "./queries.ts";
import { type EnrollmentRow, serializeEnrollment } from "./enrollment.ts";
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
