/** A member's access to a course, and where they were last. One per member and course. */
export interface Enrollment {
  id: string;
  /** The id of a member. */
  studentId: string;
  courseId: string;
  status: "active" | "completed" | "expired" | "revoked" | "scheduled";
  source: "purchase" | "membership" | "bundle" | "manual" | "import" | "group" | "free";
  startsAt: Date;
  /** Null: access for life. */
  expiresAt: Date | null;
  enrolledAt: Date;
  completedAt: Date | null;
  revokedAt: Date | null;
  externalId: string | null;
  metadata: Record<string, string>;
}

/** What is left out has the default of its column. */
export type NewEnrollment = Pick<Enrollment, "id" | "studentId" | "courseId" | "startsAt" | "enrolledAt"> &
  Partial<Enrollment>;

/** An enrollment as its member sees it, with what names the course. */
export interface EnrolledCourse extends Pick<
  Enrollment,
  "id" | "courseId" | "status" | "startsAt" | "expiresAt" | "enrolledAt" | "completedAt"
> {
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

/** What an enrollment that has begun, and that nobody revoked, gives at a moment. A course that is completed stays open until it expires. */
export type EnrollmentStanding = "active" | "completed" | "expired";

export function statusOf(
  { status, expiresAt }: Pick<Enrollment, "status" | "expiresAt">,
  now: Date,
): EnrollmentStanding {
  if (status === "expired" || (expiresAt !== null && expiresAt <= now)) return "expired";
  return status === "completed" ? "completed" : "active";
}

/** A place in the list of a member's courses, which is ordered by activity, newest first. */
export interface EnrolledCoursePosition {
  activeAt: Date;
  id: string;
}

/** Where the list goes on after this course. */
export const positionOf = ({ id, lastActivityAt, enrolledAt }: EnrolledCourse): EnrolledCoursePosition => ({
  activeAt: lastActivityAt ?? enrolledAt,
  id,
});
