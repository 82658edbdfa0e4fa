import { isDeepStrictEqual } from "node:util";
import type { Context } from "#domain/platform/context.ts";
import { planOf, requireOpen, type Seats, takeSeat, type Taught } from "#domain/learning/enrollments/enroll-courses.ts";
import type { EnrollmentRow } from "#domain/learning/enrollments/enrollment-resource.ts";
import type { StoredEnrollment } from "#domain/learning/enrollments/store-enrollments.ts";
import { endByRule } from "#domain/learning/enrollments/term.ts";
import { newId } from "#domain/platform/ids.ts";
import { mergeMetadata } from "#domain/platform/metadata.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { EnrollmentRowIn } from "./enrollment-row.ts";
import { required } from "#domain/transfer/imports/records/references.ts";

/** A row with its references resolved to ids. */
export interface ResolvedRow {
  row: EnrollmentRowIn;
  own: string | null;
  studentId: string | null;
  courseId: string | null;
  planId: string | null;
}

export interface Terms {
  /** The students of new rows. */
  people: (string | Problem)[];
  courses: ReadonlyMap<string, Taught>;
  plans: ReadonlyMap<string, Seats>;
  timeZone: string;
}

const expectedReference = "a course, by course_id, course_external_id or course_slug";

export function requireSamePair({ studentId, courseId, row }: ResolvedRow, existing: EnrollmentRow): void {
  const isOther =
    (studentId ?? existing.studentId) !== existing.studentId || (courseId ?? existing.courseId) !== existing.courseId;
  if (!isOther) return;
  const pointer = row.id === undefined ? "/externalId" : "/id";
  throw validationFailed(pointer, "conflict", "The existing enrollment belongs to another student or course.");
}

export function newEnrollment(
  { now }: Context,
  { row, courseId, planId }: ResolvedRow,
  studentId: string | Problem,
  { courses, plans, timeZone }: Terms,
): StoredEnrollment {
  if (studentId instanceof Problem) throw studentId;
  const taught = required(courseId, "/courseId", expectedReference);
  if (taught instanceof Problem) throw taught;
  const course = requireOpen(courses, taught);
  const plan = planOf(plans, planId, taught);
  const startsAt = row.startsAt ?? row.enrolledAt ?? now;
  const blank = {
    id: newId(),
    studentId,
    courseId: taught,
    planId,
    status: "active" as const,
    source: "import" as const,
    startsAt,
    expiresAt: endByRule(plan?.access ?? course.access, { startsAt, timeZone }),
    enrolledAt: row.enrolledAt ?? now,
    completedAt: null,
    revokedAt: null,
    revokeReason: null,
    externalId: null,
    metadata: {},
  };
  const made = withRow(blank, { row, own: null, studentId, courseId, planId }, now);
  if (plan) takeSeat(plan);
  return made;
}

/** Applies a row to an enrollment; omitted fields are kept. */
export function withRow(before: StoredEnrollment, { row, planId }: ResolvedRow, now: Date): StoredEnrollment {
  const { expiresAt, lifetime, metadata } = row;
  if (lifetime && expiresAt) {
    throw validationFailed(
      "/expiresAt",
      "exclusive",
      "Send either expires_at or lifetime: lifetime access does not expire.",
    );
  }
  const isForLife = lifetime === true || (expiresAt === null && lifetime === undefined);
  const after = {
    ...before,
    planId: planId ?? before.planId,
    startsAt: row.startsAt ?? before.startsAt,
    enrolledAt: row.enrolledAt ?? before.enrolledAt,
    expiresAt: isForLife ? null : (expiresAt ?? before.expiresAt),
    completedAt: row.completedAt === undefined ? before.completedAt : row.completedAt,
    revokedAt: row.revokedAt === undefined ? before.revokedAt : row.revokedAt,
    revokeReason: row.revokeReason === undefined ? before.revokeReason : row.revokeReason,
    externalId: row.externalId === undefined ? before.externalId : row.externalId,
    metadata: metadata ? mergeMetadata(before.metadata, metadata) : before.metadata,
  };
  if (after.expiresAt && after.expiresAt <= after.startsAt) {
    throw validationFailed("/expiresAt", "too_small", "The end of access must be after its start.");
  }
  return { ...after, status: statusOf(after, now) };
}

/** The stored status. Access that has ended is stored as expired, so that no event announces its end later. */
function statusOf({ completedAt, revokedAt, expiresAt }: StoredEnrollment, now: Date) {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return completedAt === null ? "active" : "completed";
}

const compared = [
  "planId",
  "startsAt",
  "expiresAt",
  "enrolledAt",
  "completedAt",
  "revokedAt",
  "revokeReason",
  "externalId",
  "metadata",
] as const satisfies (keyof StoredEnrollment)[];

export const isSame = (before: StoredEnrollment, after: StoredEnrollment): boolean =>
  compared.every((field) => isDeepStrictEqual(before[field], after[field]));
