/** Conversion between instants and local time in an IANA time zone, including days with clock changes. */

const minute = 60_000;
const day = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const digits = "2-digit";
    const parts = {
      year: "numeric",
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
    } as const;
    format = new Intl.DateTimeFormat("en-US", { ...parts, timeZone, hourCycle: "h23", calendar: "gregory" });
    formats.set(timeZone, format);
  }
  return format;
}

/** Returns the UTC offset of a time zone at an instant, in milliseconds. */
export function offsetAt(time: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts[name]);
  const clock = [part("hour"), part("minute"), part("second")] as const;
  const local = Date.UTC(part("year"), part("month") - 1, part("day"), ...clock);
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

/**
 * Returns the instant of a local time, in minutes after midnight. An ambiguous time resolves to its first occurrence.
 * A time in a gap resolves to the equally later one.
 */
export function timeOf(timeZone: string, date: string, minutes: number): Date {
  const local = Date.parse(`${date}T00:00:00Z`) + minutes * minute;
  const [before, after] = [offsetAt(new Date(local - day), timeZone), offsetAt(new Date(local + day), timeZone)];
  const candidates = [local - Math.max(before, after), local - Math.min(before, after)];
  const exact = candidates.find((time) => time + offsetAt(new Date(time), timeZone) === local);
  return new Date(exact ?? local - before);
}

/** Returns the next day. */
export const nextDate = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10);

/** Returns whether the date exists: `2026-02-30` has the right format, but does not. */
export function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Milliseconds that a number of consecutive days can have: clocks can be put back once. */
export const longestDays = (days: number): number => days * 86_400_000 + 3_600_000;
