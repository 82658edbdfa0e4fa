import * as z from "zod";
import type { Interval } from "./watched-intervals.ts";
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

/** A progress event from a player. Events can arrive in any order. */
export interface ProgressEvent {
  enrollmentId: string;
  /** A lecture of the enrollment's course. */
  lectureId: string;
  kind: (typeof progressKinds)[number];
  /** Whole seconds. Required for events of kind `position`, accepted with every kind. */
  positionSeconds?: number | undefined;
  occurredAt: Date;
}

export const progressKinds = ["opened", "position", "completed", "uncompleted"] as const;

/** An event with an idempotency key: a UUID that the client generates. */
export interface ProgressReport extends ProgressEvent {
  id: string;
  /** Reported by Lectern's own player. With it, watched parts complete a video. Without it, the position does. */
  watched?: Watched | undefined;
  /** Recorded because the page of the lecture was read, which never completes it. */
  isVisit?: boolean | undefined;
  /** Reject positions after the end of the video, and completion of lectures that need a quiz or a submission. */
  isChecked?: boolean | undefined;
}

interface Watched {
  intervals: readonly Interval[];
  /** Length of the video according to the player, for lectures without a duration. */
  durationSeconds: number | null;
  /** When the page of the player was opened, if it says so. */
  openedAt?: Date | undefined;
}
