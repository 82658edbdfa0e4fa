import type * as z from "zod";
import type { Course } from "#domain/catalog/courses/course.ts";
import type { Drip } from "#domain/catalog/curriculum/drip.ts";
import { momentOf } from "#lib/zoned-time.ts";

type PartDrip = z.output<typeof Drip> | null;

const day = 86_400_000;

/**
 * When a lecture opens to somebody whose access began at a moment: undefined where it was never closed. Of its own
 * schedule and its section's the later counts, and only what the course's mode is about. Days of the calendar begin in
 * the school's time zone. In sequence each lecture opens as the one before it is completed, whatever the time.
 */
export function opensAt(
  { mode }: z.output<typeof Course>["drip"],
  parts: { section: PartDrip; lecture: PartDrip },
  { startsAt, timeZone }: { startsAt: Date; timeZone: string },
): Date | undefined {
  const moments = [parts.section, parts.lecture].flatMap((drip) => {
    if (mode === "by_enrollment_day" && drip?.afterDays !== undefined) {
      return [startsAt.getTime() + drip.afterDays * day];
    }
    if (mode === "by_date" && drip?.onDate !== undefined) return [momentOf(timeZone, drip.onDate, 0).getTime()];
    return [];
  });
  return moments.length > 0 ? new Date(Math.max(...moments)) : undefined;
}
