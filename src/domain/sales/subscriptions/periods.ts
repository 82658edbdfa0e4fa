/** A billing interval: every n days, weeks, months or years. */
export interface Rhythm {
  interval: "day" | "week" | "month" | "year";
  intervalCount: number;
}

export interface Period {
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /** Start of the first period. Periods are computed from it. */
  periodAnchor: Date;
}

const day = 86_400_000;

/** JavaScript and PostgreSQL format years after 9999 differently. */
export const latest = new Date("9999-12-31T23:59:59.999Z");

/** Adds periods in calendar units (UTC). In months that are too short, uses their last day. */
export function addPeriods(anchor: Date, { interval, intervalCount }: Rhythm, times: number): Date {
  const count = intervalCount * times;
  if (interval === "day" || interval === "week") {
    return atMost(new Date(anchor.getTime() + count * day * (interval === "week" ? 7 : 1)));
  }
  const months = anchor.getUTCMonth() + count * (interval === "year" ? 12 : 1);
  const shifted = new Date(anchor);
  shifted.setUTCMonth(months);
  // If the day overflowed into the next month, day 0 moves back to the last day of the intended month.
  if (shifted.getUTCDate() !== anchor.getUTCDate()) shifted.setUTCDate(0);
  return atMost(shifted);
}

/** Caps a time at the latest supported time. */
const atMost = (time: Date): Date => (time.getTime() <= latest.getTime() ? time : latest);

export const firstPeriod = (startsAt: Date, rhythm: Rhythm): Period => ({
  currentPeriodStart: startsAt,
  currentPeriodEnd: addPeriods(startsAt, rhythm, 1),
  periodAnchor: startsAt,
});

/**
 * Returns the period that contains a given time, computed from an earlier period. Handles any number of missed
 * periods.
 */
export function periodAt(
  now: Date,
  { periodAnchor, currentPeriodEnd }: Pick<Period, "periodAnchor" | "currentPeriodEnd">,
  rhythm: Rhythm,
): Period {
  let times = 1;
  let end = addPeriods(periodAnchor, rhythm, times);
  while (end < latest && (end <= currentPeriodEnd || end <= now)) end = addPeriods(periodAnchor, rhythm, ++times);
  return { currentPeriodStart: addPeriods(periodAnchor, rhythm, times - 1), currentPeriodEnd: end, periodAnchor };
}
