import type { Context } from "#domain/platform/context.ts";
import { coursesToEnrollIn, lockSeats, planOf, type Taught } from "#domain/learning/enrollments/enroll-courses.ts";
import { peopleOf } from "#domain/learning/enrollments/enroll-people.ts";
import { markMembersUpdated } from "#domain/people/members/mark-updated.ts";
import { countEnrolled, countSeats, lockPairs } from "#domain/learning/enrollments/queries.ts";
import { EnrollmentResource, type EnrollmentRow, enrollmentEvent } from "#domain/learning/enrollments/enrollment.ts";
import {
  insertStored,
  lockStored,
  type StoredEnrollment,
  updateStored,
} from "#domain/learning/enrollments/store-enrollments.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
import {
  compared,
  type ResolvedRow,
  newEnrollment,
  requireSamePair,
  type Terms,
  withRow,
} from "./enrollment-of-row.ts";
import { byCourse, byStudent, EnrollmentRowIn, pairKey } from "./enrollment-row.ts";
import { isSound, ownKeys, planRecords, recordImport, type SaveOptions } from "../record-import.ts";
import { missingReference, referables, resolveRows } from "../references.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { zip } from "#lib/zip/zip.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { notifyMany } from "#domain/messages/notifications/notify.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";

/** One enrollment per student and course. */
export const enrollments = recordImport({
  summary: "Enrollments, by student and course",
  scopes: ["students:write"],
  resource: EnrollmentResource,
  row: EnrollmentRowIn,
  keysOf: (row) => ({
    own: [...ownKeys(row), ...pairKey(row)],
  }),
  save: saveEnrollments,
});

async function saveEnrollments(
  context: Context,
  rows: readonly EnrollmentRowIn[],
  options: SaveOptions,
): Promise<readonly Outcome[]> {
  const resolved = await resolveRows(context, referables.enrollment, rows, {
    studentId: [referables.member, byStudent],
    courseId: [referables.course, byCourse],
    planId: [referables.coursePlan, { id: "planId", externalId: "planExternalId" }],
  });
  const existing = await lockExisting(context, resolved);
  const fresh = resolved.map((one) => (one instanceof Problem || existing(one) !== undefined ? undefined : one));
  const terms = await termsOf(context, resolved, fresh);
  const { outcomes, made, changed } = await planRecords(resolved, options, {
    find: existing,
    change(before, one) {
      requireSamePair(one, before);
      if (one.planId !== null) planOf(terms.plans, one.planId, before.courseId);
      return withRow(before, one, context.now);
    },
    create: (one, index) => newEnrollment(context, one, itemAt(terms.people, index), terms),
    compared,
  });
  await insertStored(context, made, context.now);
  await updateStored(
    context,
    changed.map(({ after }) => after),
    context.now,
  );
  await count(context, made, changed);
  await emitEnrollmentEvents(context, made, changed, terms.courses);
  return outcomes;
}

/** Locks existing enrollments, found by id or by student and course. */
async function lockExisting(context: Context, resolved: readonly (ResolvedRow | Problem)[]) {
  const sound = resolved.filter(isSound);
  const pairs = sound.flatMap(({ own, studentId, courseId }) =>
    own === null && studentId && courseId ? [{ studentId, courseId }] : [],
  );
  const byId = await lockStored(
    context,
    sound.flatMap(({ own }) => own ?? []),
  );
  const byPair = await lockPairs(
    context,
    pairs.map(({ studentId }) => studentId),
    pairs.map(({ courseId }) => courseId),
  );
  const ids = new Map(byId.map((row) => [row.id, row]));
  const ofPairs = new Map(byPair.map((row) => [`${row.studentId} ${row.courseId}`, row]));
  return ({ own, studentId, courseId }: ResolvedRow): EnrollmentRow | undefined =>
    own === null ? ofPairs.get(`${studentId} ${courseId}`) : ids.get(own);
}

async function termsOf(
  context: Context,
  resolved: readonly (ResolvedRow | Problem)[],
  fresh: readonly (ResolvedRow | undefined)[],
): Promise<Terms> {
  const requested = fresh.map((one) => ({ studentId: one?.studentId ?? undefined }));
  const named = requested.filter(({ studentId }) => studentId !== undefined);
  const studentIds = new Map(zip(named, await peopleOf(context, named, false)));
  const courseIds = fresh.flatMap((one) => one?.courseId ?? []);
  const planIds = resolved.flatMap((one) => (one instanceof Problem ? [] : (one.planId ?? [])));
  return {
    timeZone: await findTimeZone(context),
    people: requested.map((one) => studentIds.get(one) ?? missingReference("/studentId", whoIsExpected)),
    courses: await coursesToEnrollIn(context, courseIds),
    plans: await lockSeats(context, planIds),
  };
}

const whoIsExpected = "a student, by student_id, student_external_id or student_email";

/** Updates student counts and used seats; revoked enrollments do not count. */
async function count(
  context: Context,
  made: readonly StoredEnrollment[],
  changed: readonly { before: EnrollmentRow; after: StoredEnrollment }[],
): Promise<void> {
  const enrolled = new Map<string, number>();
  const seats = new Map<string, number>();
  for (const { courseId, planId, status } of made) {
    if (status !== "revoked") add(enrolled, courseId, 1);
    if (planId !== null) add(seats, planId, 1);
  }
  for (const { before, after } of changed) {
    const by = Number(before.status === "revoked") - Number(after.status === "revoked");
    if (by !== 0) add(enrolled, after.courseId, by);
  }
  await countEnrolled(context, enrolled, context.now);
  await countSeats(context, seats, context.now);
  await markMembersUpdated(
    context,
    [...made, ...changed.map(({ after }) => after)].map(({ studentId }) => studentId),
  );
}

const add = (counts: Map<string, number>, id: string, by: number) => counts.set(id, (counts.get(id) ?? 0) + by);

/** Emits events and notifications, as configured for the import. */
async function emitEnrollmentEvents(
  context: Context,
  made: readonly StoredEnrollment[],
  changed: readonly { before: StoredEnrollment; after: StoredEnrollment }[],
  courses: ReadonlyMap<string, Taught>,
): Promise<void> {
  await recordEvents(context, [
    ...made.map((row) => enrollmentEvent("enrollment.created", row)),
    ...changed.map(({ before, after }) => enrollmentEvent(`enrollment.${happening(before, after)}`, after)),
  ]);
  const news = made.flatMap((row) => {
    const course = courses.get(row.courseId);
    return course && row.status === "active" ? [{ ...occasions.enrolled(row, course), memberId: row.studentId }] : [];
  });
  await notifyMany(context, "course_update", news);
}

function happening(before: StoredEnrollment, after: StoredEnrollment) {
  if (before.status === "revoked" && after.status !== "revoked") return "reactivated";
  if (after.status === before.status) return "updated";
  return after.status === "revoked" || after.status === "expired" ? after.status : "updated";
}
