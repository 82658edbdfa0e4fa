import type { Activity } from "./activity.ts";

/** All that is known of a student in a lecture: from the first day to the last. */
export interface Span {
  id: string;
  enrollmentId: string;
  lectureId: string;
  completedAt: Date | null;
  first: Date;
  last: Date;
}

/** One span for each student and lecture. */
export function spansOf(activities: readonly Activity[]): Map<string, Span> {
  const spans = new Map<string, Span>();
  for (const { id, enrollmentId, lectureId, at, completed } of activities) {
    const span = spans.get(id);
    if (!span) {
      spans.set(id, { id, enrollmentId, lectureId, completedAt: completed ? at : null, first: at, last: at });
    } else if (at > span.last) span.last = at;
    else if (at < span.first) span.first = at;
  }
  return spans;
}
