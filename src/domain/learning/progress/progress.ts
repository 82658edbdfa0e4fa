import type { Interval } from "./watched-intervals.ts";

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
