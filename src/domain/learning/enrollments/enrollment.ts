/** A member's access to a course and their last position. Unique per member and course. */
export interface Enrollment {
  id: string;
  /** Member ID. */
  studentId: string;
  courseId: string;
  status: "active" | "completed" | "expired" | "revoked" | "scheduled";
  source: "purchase" | "membership" | "bundle" | "manual" | "import" | "group" | "free";
  startsAt: Date;
  /** Null: lifetime access. */
  expiresAt: Date | null;
  enrolledAt: Date;
  completedAt: Date | null;
  revokedAt: Date | null;
  externalId: string | null;
  metadata: Record<string, string>;
}

/** Absent fields get their column defaults. */
export type NewEnrollment = Pick<Enrollment, "id" | "studentId" | "courseId" | "startsAt" | "enrolledAt"> &
  Partial<Enrollment>;

/** An enrollment as its member sees it, with the course name and slug. */
export interface EnrolledCourse extends Pick<
  Enrollment,
  "id" | "courseId" | "status" | "startsAt" | "expiresAt" | "enrolledAt" | "completedAt" | "source"
> {
  /** ID of the subscription, if the source is a membership. */
  sourceId: string | null;
  slug: string;
  name: string;
  coverFileId: string | null;
  lastLectureId: string | null;
  lastPositionSeconds: number | null;
  lastActivityAt: Date | null;
}

export type EnrolledCourseInBrief = Pick<
  EnrolledCourse,
  "slug" | "expiresAt" | "lastLectureId" | "lastPositionSeconds"
>;

/**
 * Effective status of an enrollment that has started and is not revoked. A completed course stays open until the
 * enrollment expires.
 */
export type EnrollmentStatus = "active" | "completed" | "expired";

export function statusOf({ status, expiresAt }: Pick<Enrollment, "status" | "expiresAt">, now: Date): EnrollmentStatus {
  if (status === "expired" || (expiresAt !== null && expiresAt <= now)) return "expired";
  return status === "completed" ? "completed" : "active";
}

/** Keyset position in a member's course list, which is sorted by activity, newest first. */
export interface EnrolledCoursePosition {
  activeAt: Date;
  id: string;
}

/** Returns the position after this course. */
export const positionOf = ({ id, lastActivityAt, enrolledAt }: EnrolledCourse): EnrolledCoursePosition => ({
  activeAt: lastActivityAt ?? enrolledAt,
  id,
});
