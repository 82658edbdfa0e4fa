import type * as z from "zod";
import type { Course } from "#domain/catalog/courses/course.ts";
import type { Drip } from "#domain/catalog/curriculum/openings/drip.ts";
import { addDays, timeOf } from "#lib/time/zoned-time.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";

type PartDrip = z.output<typeof Drip> | null;

/**
 * Returns when a lecture opens, or undefined if it has no schedule.
 * - The later schedule of section and lecture applies.
 * - Only schedules of the course's drip mode count.
 * - Days and dates are those of the school's time zone. Dates start at midnight.
 * - In sequential mode there is no time: each lecture opens when the previous one is completed.
 */
export function opensAt(
  { mode }: z.output<typeof Course>["drip"],
  parts: { section: PartDrip; lecture: PartDrip },
  { startsAt, timeZone }: { startsAt: Date; timeZone: string },
): Date | undefined {
  const times = [parts.section, parts.lecture].flatMap((drip) => {
    if (mode === "by_enrollment_day" && drip?.afterDays !== undefined) {
      return [addDays(timeZone, startsAt, drip.afterDays).getTime()];
    }
    if (mode === "by_date" && drip?.onDate !== undefined) return [timeOf(timeZone, drip.onDate, 0).getTime()];
    return [];
  });
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}

/** Content that is open to one student regardless of its schedule. Null: none. */
export type Unlocked = { all: true } | { sectionIds: string[]; lectureIds: string[] } | null;

export function isUnlocked(unlocked: Unlocked, { id, sectionId }: Pick<LectureRecord, "id" | "sectionId">): boolean {
  if (unlocked === null) return false;
  return "all" in unlocked || unlocked.sectionIds.includes(sectionId) || unlocked.lectureIds.includes(id);
}
