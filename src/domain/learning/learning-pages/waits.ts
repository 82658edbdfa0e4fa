import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { opensAt } from "#domain/learning/progress/opening.ts";

/**
 * The reason why a lecture is locked for an enrolled member: its opening date, or a previous lecture that must be
 * completed first.
 */
export type Wait = { kind: "until"; opensAt: Date } | { kind: "order" };

interface Dripped extends Pick<LectureRecord, "required" | "drip"> {
  sectionDrip: LectureRecord["drip"];
  completedAt: Date | null;
}

/** Returns the lock of each lecture, in order. Null means open. */
export function waitsOf(
  lectures: readonly Dripped[],
  drip: CourseRecord["drip"],
  access: { startsAt: Date; timeZone: string },
  now: Date,
): (Wait | null)[] {
  let isOrdered = false;
  return lectures.map((lecture): Wait | null => {
    const waitsForOthers = isOrdered && lecture.completedAt === null;
    // In sequential mode, optional lectures do not lock the following ones.
    if (drip.mode === "sequential" && lecture.required && lecture.completedAt === null) isOrdered = true;
    const opening = opensAt(drip, { section: lecture.sectionDrip, lecture: lecture.drip }, access);
    if (opening && opening > now) return { kind: "until", opensAt: opening };
    return waitsForOthers ? { kind: "order" } : null;
  });
}
