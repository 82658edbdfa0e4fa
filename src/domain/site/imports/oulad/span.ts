import type { Result } from "./results.ts";

/** All that is known of a student in a lecture: from the first day to the last. */
export interface Span {
  id: string;
  enrollmentId: string;
  lectureId: string;
  completedAt: Date | null;
  first: Date;
  last: Date;
}

export const spanOf = ({ id, enrollmentId, assessment, at, completes }: Result): Span => ({
  id,
  enrollmentId,
  lectureId: assessment.id,
  first: at,
  last: at,
  completedAt: completes ? at : null,
});
