/** A progress event from a player. Events can arrive in any order. */
export interface ProgressEvent {
  enrollmentId: string;
  /** A lecture of the enrollment's course. */
  lectureId: string;
  kind: (typeof progressKinds)[number];
  /** Whole seconds, for events of kind `position`. */
  positionSeconds?: number | undefined;
  occurredAt: Date;
}

export const progressKinds = ["opened", "position", "completed", "uncompleted"] as const;

/** An event with an idempotency key: a UUID that the client generates. */
export interface ProgressReport extends ProgressEvent {
  id: string;
}
