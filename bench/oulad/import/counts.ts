import { typedKeys } from "#lib/json/typed-object.ts";
/** Number of written rows; all 0 if an earlier import was complete. */
export interface OuladCounts {
  courses: number;
  sections: number;
  lectures: number;
  quizzes: number;
  assignments: number;
  accounts: number;
  members: number;
  enrollments: number;
  attempts: number;
  submissions: number;
  progress: number;
  places: number;
}

export const noCounts = (): OuladCounts => ({
  courses: 0,
  sections: 0,
  lectures: 0,
  quizzes: 0,
  assignments: 0,
  accounts: 0,
  members: 0,
  enrollments: 0,
  attempts: 0,
  submissions: 0,
  progress: 0,
  places: 0,
});

export function addCounts(counts: OuladCounts, written: Partial<OuladCounts>): void {
  for (const kind of typedKeys(written)) counts[kind] += written[kind] ?? 0;
}
