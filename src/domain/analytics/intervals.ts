import { validationFailed } from "#domain/platform/problem.ts";
import { dateIn, timeOf, nextDate, offsetAt } from "#lib/time/zoned-time.ts";
import type { Period } from "./period.ts";

export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];

export const maxPoints = 1000;

const hour = 3_600_000;

/**
 * Divides a period at local hours, days, weeks (from Monday, ISO 8601) or months. A day with a clock change has 23 or
 * 25 hours. The first and last interval can be partial.
 */
export function cut({ from, to }: Period, interval: Interval, timeZone: string): Period[] {
  const periods: Period[] = [];
  for (let start = from; start < to;) {
    if (periods.length === maxPoints) throw tooMany(interval);
    const next = nextStart(start, interval, timeZone);
    periods.push({ from: start, to: next < to ? next : to });
    start = next;
  }
  return periods;
}

function tooMany(interval: Interval) {
  const longer = intervals[intervals.indexOf(interval) + 1];
  const alternative = longer ? `interval=${longer}, or a shorter period` : "a shorter period";
  return validationFailed(
    "/interval",
    "too_many_points",
    `With interval=${interval}, this period has more than ${maxPoints} points. Use ${alternative}.`,
  );
}

function nextStart(start: Date, interval: Interval, timeZone: string): Date {
  if (interval === "hour") return nextHour(start, timeZone);
  const date = dateIn(timeZone, start);
  let next = interval === "month" ? firstOfNextMonth(date) : nextDate(date);
  if (interval === "week") while (!isMonday(next)) next = nextDate(next);
  return midnightAfter(start, next, timeZone);
}

/** Days stay consecutive even if midnight occurs twice or a date is skipped. */
function midnightAfter(start: Date, date: string, timeZone: string): Date {
  const midnight = timeOf(timeZone, date, 0);
  return midnight > start ? midnight : midnightAfter(start, nextDate(date), timeZone);
}

/** Hours start at full local hours, which in India are half hours of UTC. */
const nextHour = (start: Date, timeZone: string): Date => {
  const local = start.getTime() + offsetAt(start, timeZone);
  return new Date(start.getTime() + hour - (((local % hour) + hour) % hour));
};

function firstOfNextMonth(date: string): string {
  const [year = 0, month = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

const isMonday = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() === 1;
