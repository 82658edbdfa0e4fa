import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { exampleId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import type { CourseProgress } from "#domain/learning/progress/course-progress.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import type { Enrollment } from "./enrollment.ts";

export const enrollmentStatuses = ["active", "completed", "expired", "revoked", "scheduled"] as const;
export const enrollmentSources = ["purchase", "membership", "bundle", "manual", "import", "group", "free"] as const;

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

type Status = (typeof enrollmentStatuses)[number];

/** Returns the status at a given time. Start and end apply on time, independent of background jobs. */
export function statusAt(
  { status, startsAt, expiresAt }: Pick<Enrollment, "status" | "startsAt" | "expiresAt">,
  now: Date,
): Status {
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
  }: Pick<CourseProgress, "completedLectures" | "totalLectures" | "percent">,
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
