/** How often something comes around: every so many days, weeks, months or years. */
export interface Rhythm {
  interval: "day" | "week" | "month" | "year";
  intervalCount: number;
}

export interface Period {
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /** Where the counting of periods begins. */
  periodAnchor: Date;
}

const day = 86_400_000;

/** The database writes no later year as everybody does. */
export const latest = new Date("9999-12-31T23:59:59.999Z");

/** So many periods later, by the calendar (UTC): on the last day of a month that is too short for the day. */
export function addPeriods(anchor: Date, { interval, intervalCount }: Rhythm, times: number): Date {
  const count = intervalCount * times;
  if (interval === "day" || interval === "week") {
    return atMost(new Date(anchor.getTime() + count * day * (interval === "week" ? 7 : 1)));
  }
  const months = anchor.getUTCMonth() + count * (interval === "year" ? 12 : 1);
  const shifted = new Date(anchor);
  shifted.setUTCMonth(months);
  // Too short a month runs over into the next one: day 0 is the last of the one before.
  if (shifted.getUTCDate() !== anchor.getUTCDate()) shifted.setUTCDate(0);
  return atMost(shifted);
}

/** A moment that cannot be written any more counts as the last that can. */
const atMost = (moment: Date): Date => (moment.getTime() <= latest.getTime() ? moment : latest);

export const firstPeriod = (startsAt: Date, rhythm: Rhythm): Period => ({
  currentPeriodStart: startsAt,
  currentPeriodEnd: addPeriods(startsAt, rhythm, 1),
  periodAnchor: startsAt,
});

/** The period at a moment, counted on from one that is over. However many were missed, it is found. */
export function periodAt(now: Date, { periodAnchor, currentPeriodEnd }: Period, rhythm: Rhythm): Period {
  let times = 1;
  let end = addPeriods(periodAnchor, rhythm, times);
  while (end < latest && (end <= currentPeriodEnd || end <= now)) end = addPeriods(periodAnchor, rhythm, ++times);
  return { currentPeriodStart: addPeriods(periodAnchor, rhythm, times - 1), currentPeriodEnd: end, periodAnchor };
}
