import type { Result } from "./results.ts";

/** The known activity of a student in a lecture: first to last day. */
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
