import { validationFailed } from "#domain/platform/problem.ts";
import { dateIn, momentOf, nextDate, offsetAt } from "#lib/zoned-time.ts";
import type { Period } from "./period.ts";

export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];

export const mostPoints = 1000;

const hour = 3_600_000;

/**
 * Cuts a period where hours, days, weeks (from Monday, ISO 8601) or months begin by the clock of a place: a day on which
 * clocks change has 23 or 25 hours. The first and the last may be cut short.
 */
export function cut({ from, to }: Period, interval: Interval, timeZone: string): Period[] {
  const periods: Period[] = [];
  for (let start = from; start < to;) {
    if (periods.length === mostPoints) throw tooMany(interval);
    const next = nextStart(start, interval, timeZone);
    periods.push({ from: start, to: next < to ? next : to });
    start = next;
  }
  return periods;
}

function tooMany(interval: Interval) {
  const longer = intervals[intervals.indexOf(interval) + 1];
  const other = longer ? `interval=${longer}, or a shorter period` : "a shorter period";
  return validationFailed(
    "/interval",
    "too_many_points",
    `By the ${interval} this period has more than ${mostPoints} points. Ask for ${other}.`,
  );
}

function nextStart(start: Date, interval: Interval, timeZone: string): Date {
  if (interval === "hour") return nextHour(start, timeZone);
  const date = dateIn(timeZone, start);
  let next = interval === "month" ? firstOfNextMonth(date) : nextDate(date);
  if (interval === "week") while (!isMonday(next)) next = nextDate(next);
  return midnightAfter(start, next, timeZone);
}

/** Where midnight comes twice, or a day is skipped, days still follow one another. */
function midnightAfter(start: Date, date: string, timeZone: string): Date {
  const midnight = momentOf(timeZone, date, 0);
  return midnight > start ? midnight : midnightAfter(start, nextDate(date), timeZone);
}

/** Hours begin where the clock of the place shows a full one, which is on half an hour of UTC in India. */
const nextHour = (start: Date, timeZone: string): Date => {
  const shown = start.getTime() + offsetAt(start, timeZone);
  return new Date(start.getTime() + hour - (((shown % hour) + hour) % hour));
};

function firstOfNextMonth(date: string): string {
  const [year, month] = date.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

const isMonday = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() === 1;
