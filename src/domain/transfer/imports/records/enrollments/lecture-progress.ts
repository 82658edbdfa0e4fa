import { table } from "#database/table/table.ts";
import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { lockPairs } from "#domain/learning/enrollments/queries.ts";
import type { EnrollmentRow } from "#domain/learning/enrollments/enrollment.ts";
import { lockStored } from "#domain/learning/enrollments/store-enrollments.ts";
import { ExternalId } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Start } from "#domain/platform/time/instant.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import {
  listProgressOf,
  storeProgress,
  type StoredProgress,
  keepActivityOf,
} from "#domain/learning/progress/store-progress.ts";
import { byCourse, byStudent, courseNames, pairKey, studentNames } from "./enrollment-row.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { alreadyThere, eachAlone, isSound, recordImport, type SaveOptions } from "../record-import.ts";
import { foundAt, missingReference, refer, referables, resolveEach } from "../references.ts";
import { completeEnrollments, fulfilledAmong } from "#domain/learning/progress/completion.ts";
import { LectureProgress } from "#domain/learning/progress/progress.ts";

const Seconds = z.number().int().min(0).max(1_000_000);

const ProgressRow = z.object({
  enrollmentId: Id("enrollment").nullable().optional(),
  enrollmentExternalId: ExternalId.nullable().optional(),
  ...studentNames,
  ...courseNames,
  lectureId: Id("lecture").nullable().optional(),
  lectureExternalId: ExternalId.nullable().optional(),
  completed: z.boolean().optional(),
  completedAt: Start.nullable().optional(),
  positionSeconds: Seconds.optional(),
  watchedSeconds: Seconds.max(100_000_000).optional(),
  firstOpenedAt: Start.optional(),
  occurredAt: Start.optional(),
  // Exports of earlier versions have the time of the activity here.
  updatedAt: Start.optional(),
});
type ProgressRow = z.output<typeof ProgressRow>;

/** One record per enrollment and lecture; the later of two reports wins. */
export const lectureProgress = recordImport({
  summary: "Progress of students, by enrollment (or student and course) and lecture",
  scopes: ["students:write"],
  resource: LectureProgress,
  row: ProgressRow,
  keysOf(row) {
    const enrollment = row.enrollmentId ?? row.enrollmentExternalId ?? pairKey(row)[0] ?? "";
    return { own: [`${enrollment} ${row.lectureId ?? row.lectureExternalId ?? ""}`] };
  },
  save: saveProgress,
});

interface ProgressTarget {
  row: ProgressRow;
  enrollment: EnrollmentRow;
  lectureId: string;
}

async function saveProgress(
  context: Context,
  rows: readonly ProgressRow[],
  { createsOnly }: SaveOptions,
): Promise<readonly Outcome[]> {
  const targets = await targetsOf(context, rows);
  const sound = targets.filter(isSound);
  const pairs = sound.map(({ enrollment, lectureId }) => ({ enrollmentId: enrollment.id, lectureId }));
  const found = await listProgressOf(context, pairs);
  const existing = new Map(found.map((progress) => [keyOf(progress.enrollmentId, progress.lectureId), progress]));
  const changes: { enrollment: EnrollmentRow; before: StoredProgress | undefined; after: StoredProgress }[] = [];
  const outcomes = await eachAlone(targets, (target) => {
    if (target instanceof Problem) return target;
    const { enrollment, lectureId } = target;
    const before = existing.get(keyOf(enrollment.id, lectureId));
    if (before && createsOnly) return alreadyThere();
    const after = progressOf(target, before, context.now);
    if (before && isOld(target.row, before, after)) return "unchanged";
    changes.push({ enrollment, before, after });
    return before ? "updated" : "created";
  });
  await storeProgress(
    context,
    changes.map(({ after }) => after),
  );
  await completeFulfilledEnrollments(context, changes);
  return outcomes;
}

const keyOf = (enrollmentId: string, lectureId: string) => `${enrollmentId} ${lectureId}`;

async function targetsOf(context: Context, rows: readonly ProgressRow[]): Promise<(ProgressTarget | Problem)[]> {
  const enrollments = await enrollmentsOf(context, rows);
  const lectures = await refer(context, referables.lecture, rows, { id: "lectureId", externalId: "lectureExternalId" });
  const courses = await coursesOf(
    context,
    lectures.filter((id) => typeof id === "string"),
  );
  return resolveEach(rows, (row, index) => {
    const enrollment = foundAt(enrollments, index);
    const lectureId = foundAt(lectures, index);
    if (lectureId === null) throw missingReference("/lectureId", "a lecture, by lecture_id or lecture_external_id");
    if (courses.get(lectureId) === enrollment.courseId) return { row, enrollment, lectureId };
    throw validationFailed("/lectureId", "not_found", "The course of the enrollment does not contain this lecture.");
  });
}

/** Locks the lectures, so that they stay in their courses. */
async function coursesOf({ db, site }: Context, lectureIds: readonly string[]): Promise<Map<string, string>> {
  const found = await db.many<{ id: string; courseId: string }>`
    select id, course_id from ${table("lectures").withIds(site.id, lectureIds)} order by id for key share of lectures`;
  return new Map(found.map(({ id, courseId }) => [id, courseId]));
}

/** Locks the enrollments: concurrent progress reports of one enrollment wait. */
async function enrollmentsOf(context: Context, rows: readonly ProgressRow[]): Promise<(EnrollmentRow | Problem)[]> {
  const named = await refer(context, referables.enrollment, rows, {
    id: "enrollmentId",
    externalId: "enrollmentExternalId",
  });
  const students = await refer(context, referables.member, rows, byStudent);
  const courses = await refer(context, referables.course, rows, byCourse);
  const targets = rows.flatMap((_row, index) => {
    const [own, student, course] = [named[index], students[index], courses[index]];
    return own === null && typeof student === "string" && typeof course === "string" ? [{ student, course }] : [];
  });
  const ofPairs = await lockPairs(
    context,
    targets.map(({ student }) => student),
    targets.map(({ course }) => course),
  );
  const byPair = new Map(ofPairs.map((row) => [keyOf(row.studentId, row.courseId), row]));
  const byId = new Map(
    (await lockStored(context, [...new Set(named.filter((id) => typeof id === "string"))])).map((row) => [row.id, row]),
  );
  return resolveEach(rows, (_row, index) => {
    const [own, student, course] = [foundAt(named, index), foundAt(students, index), foundAt(courses, index)];
    if (own !== null) return mustGet(byId, own);
    if (student === null || course === null) throw missingReference("/enrollmentId", whoIsExpected);
    const enrollment = byPair.get(keyOf(student, course));
    if (!enrollment) throw notEnrolled();
    return enrollment;
  });
}

const whoIsExpected = "an enrollment, or a student and a course";
const notEnrolled = () => validationFailed("/studentId", "not_found", "This student is not enrolled in this course.");

/** Applies a row to the progress; omitted fields are kept. */
function progressOf(
  { row, enrollment, lectureId }: ProgressTarget,
  before: StoredProgress | undefined,
  now: Date,
): StoredProgress {
  for (const field of ["completedAt", "firstOpenedAt", "occurredAt", "updatedAt"] as const) {
    // Rejects future timestamps: they would win over all later reports until they are past.
    if ((row[field] ?? now) > now)
      throw validationFailed(`/${field}`, "too_big", "Expected a timestamp that is not in the future.");
  }
  if (row.completed === false && row.completedAt) {
    throw validationFailed("/completedAt", "conflict", "completed_at requires status completed.");
  }
  const time = activityOf(row) ?? row.completedAt ?? row.firstOpenedAt;
  return {
    enrollmentId: enrollment.id,
    lectureId,
    positionSeconds: row.positionSeconds ?? before?.positionSeconds ?? 0,
    watchedSeconds: row.watchedSeconds ?? before?.watchedSeconds ?? 0,
    completedAt: completionOf(row, before?.completedAt ?? null, time ?? now),
    firstOpenedAt: row.firstOpenedAt ?? before?.firstOpenedAt ?? time ?? now,
    updatedAt: activityOf(row) ?? before?.updatedAt ?? time ?? now,
  };
}

function completionOf({ completed, completedAt }: ProgressRow, before: Date | null, time: Date): Date | null {
  if (completedAt) return completedAt;
  if (completed === true) return before ?? time;
  return completed === false || completedAt === null ? null : before;
}

const compared = ["positionSeconds", "watchedSeconds", "completedAt", "firstOpenedAt", "updatedAt"] as const;

/** Returns true if nothing changes, or if the existing progress is newer. */
function isOld(row: ProgressRow, before: StoredProgress, after: StoredProgress): boolean {
  const time = activityOf(row);
  if (time !== undefined && time < before.updatedAt) return true;
  return compared.every((field) => Number(before[field]) === Number(after[field]));
}

const activityOf = ({ occurredAt, updatedAt }: ProgressRow): Date | undefined => occurredAt ?? updatedAt;

interface Kept {
  enrollment: EnrollmentRow;
  before: StoredProgress | undefined;
  after: StoredProgress;
}

/** Completes enrollments whose imported progress fulfills the requirements of the course. */
async function completeFulfilledEnrollments(context: Context, changes: readonly Kept[]): Promise<void> {
  const seen = new Map<string, Date>();
  for (const { enrollment, after } of changes) keepLatest(seen, enrollment.studentId, after.updatedAt);
  await keepActivityOf(context, seen);

  const advanced = changes.flatMap(({ enrollment, before, after: { completedAt } }) =>
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
  const latestSoFar = times.get(id);
  if (!latestSoFar || latestSoFar < at) times.set(id, at);
}
