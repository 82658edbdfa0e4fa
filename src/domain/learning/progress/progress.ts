/** Something a member did in a lecture, as a player reports it. Events may arrive in any order. */
export interface ProgressEvent {
  enrollmentId: string;
  /** Of the enrollment's course. */
  lectureId: string;
  kind: (typeof progressKinds)[number];
  /** Whole seconds, for `position`. */
  positionSeconds?: number | undefined;
  occurredAt: Date;
}

export const progressKinds = ["opened", "position", "completed", "uncompleted"] as const;

/** An event with the name that its reporter gave it (a UUID): told twice, it counts once. */
export interface ProgressReport extends ProgressEvent {
  id: string;
}
