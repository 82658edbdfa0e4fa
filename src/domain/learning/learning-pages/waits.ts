import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lecture.ts";
import { opensAt } from "#domain/learning/progress/opening.ts";

/** Why a lecture is not open to somebody who is enrolled: its day, or one before it that has to be completed first. */
export type Wait = { kind: "until"; opensAt: Date } | { kind: "order" };

interface Dripped extends Pick<LectureRecord, "required" | "drip"> {
  sectionDrip: LectureRecord["drip"];
  completedAt: Date | null;
}

/** What the lectures of a course wait for, in their order; null for those that are open. */
export function waitsOf(
  lectures: readonly Dripped[],
  drip: CourseRecord["drip"],
  access: { startsAt: Date; timeZone: string },
  now: Date,
): (Wait | null)[] {
  let isOrdered = false;
  return lectures.map((lecture): Wait | null => {
    const waitsForOthers = isOrdered && lecture.completedAt === null;
    // In sequence what is not required holds nobody up.
    if (drip.mode === "sequential" && lecture.required && lecture.completedAt === null) isOrdered = true;
    const opening = opensAt(drip, { section: lecture.sectionDrip, lecture: lecture.drip }, access);
    if (opening && opening > now) return { kind: "until", opensAt: opening };
    return waitsForOthers ? { kind: "order" } : null;
  });
}
