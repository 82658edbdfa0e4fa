import { latest } from "#domain/platform/time/in-days.ts";
import { addDays, addMonths } from "#lib/time/zoned-time.ts";

/** A billing interval: every n days, weeks, months or years. */
export interface Rhythm {
  interval: "day" | "week" | "month" | "year";
  intervalCount: number;
}

/** A billing interval whose days and months are those of a time zone. */
export interface ZonedRhythm extends Rhythm {
  timeZone: string;
}

export interface Period {
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /** Start of the first period. Periods are computed from it. */
  periodAnchor: Date;
}

/** Adds periods in calendar units. In months that are too short, uses their last day. */
export function addPeriods(anchor: Date, { interval, intervalCount, timeZone }: ZonedRhythm, times: number): Date {
  const count = intervalCount * times;
  const isInDays = interval === "day" || interval === "week";
  return atMost(
    isInDays
      ? addDays(timeZone, anchor, count * (interval === "week" ? 7 : 1))
      : addMonths(timeZone, anchor, count * (interval === "year" ? 12 : 1)),
  );
}

/** Caps a time at the latest supported time. */
const atMost = (time: Date): Date => (time.getTime() <= latest.getTime() ? time : latest);

export const firstPeriod = (startsAt: Date, rhythm: ZonedRhythm): Period => ({
  currentPeriodStart: startsAt,
  currentPeriodEnd: addPeriods(startsAt, rhythm, 1),
  periodAnchor: startsAt,
});

/**
 * Returns the period that contains a given time, computed from an earlier period. Handles any number of missed
 * periods. The end of the earlier period can differ from the computed ones: by another time zone of the school, or by
 * the time of a provider. The next period continues it, and is at least half and at most one and a half periods long.
 */
export function periodAt(
  now: Date,
  { periodAnchor, currentPeriodEnd: known }: Pick<Period, "periodAnchor" | "currentPeriodEnd">,
  rhythm: ZonedRhythm,
): Period {
  const isFirst = ({ start, end }: Span) => end.getTime() - known.getTime() >= (end.getTime() - start.getTime()) / 2;
  const next = spanUntil(periodAnchor, rhythm, isFirst);
  if (next.end > now) return { currentPeriodStart: known, currentPeriodEnd: next.end, periodAnchor };
  const { start, end } = spanUntil(periodAnchor, rhythm, (span) => span.end > now);
  return { currentPeriodStart: start, currentPeriodEnd: end, periodAnchor };
}

interface Span {
  start: Date;
  end: Date;
}

/** Returns the first computed period that meets a condition, or the last one before the latest supported time. */
function spanUntil(anchor: Date, rhythm: ZonedRhythm, isMet: (span: Span) => boolean): Span {
  for (let [start, times] = [anchor, 1]; ; times++) {
    const end = addPeriods(anchor, rhythm, times);
    if (end >= latest || isMet({ start, end })) return { start, end };
    start = end;
  }
}
