import { dateFormat } from "../text/formats.ts";

/** Conversion between instants and local time in an IANA time zone, including days with clock changes. */

const second = 1000;
const minute = 60_000;
const day = 86_400_000;
const fourCenturies = 146_097 * day;

const digits = "2-digit";
const parts = {
  year: "numeric",
  month: digits,
  day: digits,
  hour: digits,
  minute: digits,
  second: digits,
  hourCycle: "h23",
  calendar: "gregory",
} as const;
const formatOf = (timeZone: string) => dateFormat("en-US", { ...parts, timeZone });

/** Returns the UTC offset of a time zone at an instant, in milliseconds. */
export function offsetAt(time: Date, timeZone: string): number {
  // `formatToParts` takes twice as long.
  const written = formatOf(timeZone).format(time).match(/\d+/g) ?? [];
  const [month = 1, date = 1, year = 0, ...clock] = written.map(Number);
  // `Date.UTC` takes years below 100 for those of the 20th century. Calendars repeat after 400 years.
  const local = Date.UTC(year + 400, month - 1, date, ...clock) - fourCenturies;
  return local - Math.floor(time.getTime() / 1000) * 1000;
}

/** Returns the local date at an instant: `2026-03-29`. */
export const dateIn = (timeZone: string, time: Date): string =>
  new Date(time.getTime() + offsetAt(time, timeZone)).toISOString().slice(0, 10);

/** Formats an instant as `2026-03-29T10:00+02:00` (RFC 3339, without seconds). */
export function writtenIn(timeZone: string, time: Date): string {
  const offset = offsetAt(time, timeZone);
  const local = new Date(time.getTime() + offset).toISOString().slice(0, 16);
  const minutes = Math.round(Math.abs(offset) / minute);
  return `${local}${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const two = (value: number) => String(value).padStart(2, "0");

/** Returns the instant of a local time, in minutes after midnight. */
export const timeOf = (timeZone: string, date: string, minutes: number): Date =>
  instantOf(timeZone, Date.parse(`${date}T00:00:00Z`) + minutes * minute);

/**
 * Adds calendar days: the same local time on a later day. Days can have 23 or 25 hours. The last second of a day stays
 * the last one. Negative numbers subtract.
 */
export const addDays = (timeZone: string, time: Date, days: number): Date =>
  moved(timeZone, time, (local) => local + days * day);

/** Adds calendar months: the same local time on the same day of the month, or on its last day. */
export const addMonths = (timeZone: string, time: Date, months: number): Date =>
  moved(timeZone, time, (local) => {
    const later = new Date(local);
    later.setUTCMonth(later.getUTCMonth() + months);
    // If the day overflowed into the next month, day 0 moves back to the last day of the intended month.
    if (later.getUTCDate() !== new Date(local).getUTCDate()) later.setUTCDate(0);
    return later.getTime();
  });

/** Moves an instant in local time. `move` keeps the time of day. */
function moved(timeZone: string, time: Date, move: (local: number) => number): Date {
  const local = time.getTime() + offsetAt(time, timeZone);
  // The clock does not tell the end of a day: the last hour can occur twice, or not at all.
  const left = instantOf(timeZone, midnightAfter(local)).getTime() - time.getTime();
  if (left > second) return instantOf(timeZone, move(local));
  return new Date(instantOf(timeZone, midnightAfter(move(local))).getTime() - left);
}

const midnightAfter = (local: number): number => Math.floor(local / day + 1) * day;

/**
 * Returns the instant of a local time, written as if it were UTC. An ambiguous time resolves to its first occurrence.
 * A time in a gap resolves to the equally later one. This is the disambiguation `compatible` of Temporal, RFC 5545
 * §3.3.5 and `Date`.
 */
function instantOf(timeZone: string, local: number): Date {
  const [before, after] = [offsetAt(new Date(local - day), timeZone), offsetAt(new Date(local + day), timeZone)];
  const candidates = [local - Math.max(before, after), local - Math.min(before, after)];
  const exact = candidates.find((time) => time + offsetAt(new Date(time), timeZone) === local);
  return new Date(exact ?? local - before);
}

export const nextDate = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10);

/** Returns whether the date exists: `2026-02-30` has the right format, but does not. */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Milliseconds that a number of consecutive days can have: clocks can be put back once. */
export const longestDays = (days: number): number => days * 86_400_000 + 3_600_000;
