import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { exampleId, Id, formatId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";

export const enrollmentStatuses = ["active", "completed", "expired", "revoked", "scheduled"] as const;
export const enrollmentSources = ["purchase", "membership", "bundle", "manual", "import", "group", "free"] as const;

/** A member's access to a course and their last position. Unique per member and course. */
export interface Enrollment {
  id: string;
  /** Member ID. */
  studentId: string;
  courseId: string;
  status: (typeof enrollmentStatuses)[number];
  source: (typeof enrollmentSources)[number];
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

const Progress = z
  .object({
    completedLectures: z.number().int().min(0).meta({ description: "Required lectures that are completed" }),
    totalLectures: z.number().int().min(0).meta({ description: "Required lectures that are visible to students" }),
    percent: z.number().min(0).max(100).meta({
      description: "Share of the required lectures that are completed, with one decimal, rounded down",
    }),
    lastLectureId: Id("lecture").nullable().meta({
      description:
        "The lecture that the student watched or opened last. A completion without a position does not change it.",
    }),
    lastPositionSeconds: z
      .number()
      .int()
      .min(0)
      .nullable()
      .meta({
        description:
          "`position_seconds` of that lecture: the latest position that an event reported, whichever its kind. A video " +
          "that was watched to its end keeps its last position, and `/learn` plays it from the start.",
      }),
    lastActivityAt: Instant.nullable().meta({
      description: "Time of the latest progress event, quiz attempt or submission",
    }),
  })
  .meta({ id: "EnrollmentProgress" });

/** A student's access to a course. */
export const EnrollmentResource = versionedResource("enrollment", {
  studentId: Id("member"),
  courseId: Id("course"),
  planId: Id("coursePlan").nullable(),
  status: z.enum(enrollmentStatuses),
  source: z.enum(enrollmentSources),
  sourceId: z
    .string()
    .nullable()
    .meta({
      description:
        "ID of the order (`purchase`), the subscription (`membership`) or the group (`group`) that gave the " +
        "access. Null for other sources, and for orders and subscriptions without `orders:read` or " +
        "`subscriptions:read` respectively.",
      examples: [exampleId("order")],
    }),
  startsAt: Instant,
  expiresAt: Instant.nullable(),
  lifetime: z.boolean(),
  enrolledAt: Instant,
  completedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  revokeReason: z
    .string()
    .nullable()
    .meta({
      description:
        "Given with the revocation by staff. Null if a refund or a dispute ended the access: the reason of a refund " +
        "is on the refund and requires `orders:read`.",
    }),
  progress: Progress,
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

/** Cause of a revoked enrollment, besides staff and unpaid installments. */
export type RevokedFor = "refund" | "dispute";

export interface EnrollmentRow extends Enrollment {
  planId: string | null;
  /** An order line (`purchase`), a subscription (`membership`) or a group (`group`). */
  sourceId: string | null;
  revokeReason: string | null;
  lastLectureId: string | null;
  lastPositionSeconds: number | null;
  lastActivityAt: Date | null;
  /** Tenths of the percentage, by which lists filter and sort. */
  progressPermille: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Returns the status at a given time. Start and end apply on time, independent of background jobs. */
export function statusAt(
  { status, startsAt, expiresAt }: Pick<Enrollment, "status" | "startsAt" | "expiresAt">,
  now: Date,
): Enrollment["status"] {
  if (status === "revoked") return "revoked";
  if (status === "expired" || (expiresAt !== null && expiresAt <= now)) return "expired";
  if (status === "completed") return "completed";
  return startsAt > now ? "scheduled" : "active";
}

/** `sources`: API IDs of the sources that the caller may read, keyed by `sourceId`. */
export function serializeEnrollment(
  row: EnrollmentRow,
  {
    completedLectures,
    totalLectures,
    percent,
  }: Pick<z.output<typeof Progress>, "completedLectures" | "totalLectures" | "percent">,
  sources: ReadonlyMap<string, string>,
  now: Date,
): z.output<typeof EnrollmentResource> & { version: number } {
  const { lastLectureId, lastPositionSeconds, lastActivityAt } = row;
  return {
    ...row,
    object: "enrollment",
    status: statusAt(row, now),
    sourceId: row.sourceId === null ? null : (sources.get(row.sourceId) ?? null),
    lifetime: row.expiresAt === null,
    progress: { completedLectures, totalLectures, percent, lastLectureId, lastPositionSeconds, lastActivityAt },
  };
}

/** An enrollment event for subscribers. */
export const enrollmentEvent = (
  type: `enrollment.${"created" | "updated" | "started" | "completed" | "extended" | "expiring" | "expired" | "revoked" | "reactivated"}`,
  { id, studentId, courseId }: { id: string; studentId: string; courseId: string },
): OutboxEvent =>
  eventAbout(type, "enrollment", id, {
    student_id: formatId("member", studentId),
    course_id: formatId("course", courseId),
  });
