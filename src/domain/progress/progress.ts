/** Something a member did in a lecture, as a player reports it. Events may arrive in any order. */
export interface ProgressEvent {
  enrollmentId: string;
  /** Of the enrollment's course. */
  lectureId: string;
  kind: "opened" | "position" | "completed" | "uncompleted";
  /** Whole seconds, for `position`. */
  positionSeconds?: number | undefined;
  occurredAt: Date;
}
