import type { Context } from "#domain/platform/context.ts";
import { planOf, requireOpen, type Seats, takeSeat, type Taught } from "#domain/learning/enrollments/enroll-courses.ts";
import type { EnrollmentRow } from "#domain/learning/enrollments/enrollment.ts";
import type { StoredEnrollment } from "#domain/learning/enrollments/store-enrollments.ts";
import { newId } from "#domain/platform/ids.ts";
import { mergeMetadata } from "#domain/platform/metadata.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { EnrollmentRowIn } from "./enrollment-row.ts";
import { otherRecord, valueOr } from "../record-import.ts";
import { required, type Resolved } from "../references.ts";
import { endByRule } from "#domain/platform/time/end-by-rule.ts";

export type ResolvedRow = Resolved<EnrollmentRowIn, "studentId" | "courseId" | "planId">;

export interface Terms {
  /** The students of new rows. */
  people: (string | Problem)[];
  courses: ReadonlyMap<string, Taught>;
  plans: ReadonlyMap<string, Seats>;
  timeZone: string;
}

export function requireSamePair({ studentId, courseId, row }: ResolvedRow, existing: EnrollmentRow): void {
  const isOther =
    (studentId ?? existing.studentId) !== existing.studentId || (courseId ?? existing.courseId) !== existing.courseId;
  if (!isOther) return;
  throw otherRecord(row, "The existing enrollment belongs to another student or course.");
}

export function newEnrollment(
  { now }: Context,
  { row, courseId, planId }: ResolvedRow,
  studentId: string | Problem,
  { courses, plans, timeZone }: Terms,
): StoredEnrollment {
  if (studentId instanceof Problem) throw studentId;
  const taught = required(courseId, "/courseId", "a course, by course_id, course_external_id or course_slug");
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
    completedAt: valueOr(row.completedAt, before.completedAt),
    revokedAt: valueOr(row.revokedAt, before.revokedAt),
    revokeReason: valueOr(row.revokeReason, before.revokeReason),
    externalId: valueOr(row.externalId, before.externalId),
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

/** Fields that an import changes. The status also changes with time. */
export const compared = [
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
