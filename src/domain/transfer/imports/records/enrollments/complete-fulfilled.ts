import type { Context } from "#domain/platform/context.ts";
import type { EnrollmentRow } from "#domain/learning/enrollments/enrollment-resource.ts";
import { fulfilledAmong } from "#domain/learning/progress/completion.ts";
import { completeEnrollments } from "#domain/learning/progress/complete-enrollments.ts";
import { keepActivityOf, type StoredProgress } from "#domain/learning/progress/store-progress.ts";
import { mustGet } from "#lib/collections/must-get.ts";

interface Kept {
  enrollment: EnrollmentRow;
  before: StoredProgress | undefined;
  after: StoredProgress;
}

/** Completes enrollments whose imported progress fulfills the requirements of the course. */
export async function completeWhatIsFulfilled(context: Context, kept: readonly Kept[]): Promise<void> {
  const seen = new Map<string, Date>();
  for (const { enrollment, after } of kept) keepLatest(seen, enrollment.studentId, after.updatedAt);
  await keepActivityOf(context, seen);

  const advanced = kept.flatMap(({ enrollment, before, after: { completedAt } }) =>
    (enrollment.status === "active" || enrollment.status === "scheduled") && !before?.completedAt && completedAt
      ? [{ enrollment, completedAt }]
      : [],
  );
  const latest = new Map<string, Date>();
  for (const { enrollment, completedAt } of advanced) keepLatest(latest, enrollment.id, completedAt);
  const enrollments = new Map(advanced.map(({ enrollment }) => [enrollment.id, enrollment]));
  const fulfilled = enrollments.size === 0 ? new Set() : await fulfilledAmong(context, [...enrollments.values()]);
  const done = [...latest].flatMap(([id, at]) => (fulfilled.has(id) ? { ...mustGet(enrollments, id), at } : []));
  await completeEnrollments(context, done, { certificates: false });
}

function keepLatest(times: Map<string, Date>, id: string, at: Date): void {
  const known = times.get(id);
  if (!known || known < at) times.set(id, at);
}
