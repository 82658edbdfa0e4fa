import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";

/** A student's progress in a lecture. Durations are whole seconds. */
export const LectureProgress = z
  .object({
    object: z.literal("lecture_progress"),
    id: Id("lectureProgress"),
    enrollmentId: Id("enrollment"),
    studentId: Id("member"),
    courseId: Id("course"),
    lectureId: Id("lecture"),
    completed: z.boolean(),
    completedAt: Instant.nullable(),
    positionSeconds: z.number().int().min(0),
    watchedSeconds: z.number().int().min(0),
    firstOpenedAt: Instant,
    occurredAt: Instant.meta({ description: "Time of the latest activity, as reported by the player" }),
    updatedAt: Instant.meta({ description: "Time at which the last change was stored" }),
  })
  .meta({ id: "LectureProgress" });

export type LectureProgressRow = Omit<z.output<typeof LectureProgress>, "object" | "completed">;

export const serializeLectureProgress = (row: LectureProgressRow): z.output<typeof LectureProgress> => ({
  ...row,
  object: "lecture_progress",
  completed: row.completedAt !== null,
});
