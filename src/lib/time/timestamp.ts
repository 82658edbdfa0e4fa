import * as z from "zod";

const leapSecond = /:60(?=[.Zz+-])/;

/** Timestamps of RFC 3339 §5.6: `t` and `z` may be lower case, and the second of a minute may be 60. */
const pattern = new RegExp(
  z.regexes.datetime({ offset: true }).source.replace(":[0-5]\\d(?:\\.", ":(?:[0-5]\\d|60)(?:\\."),
  "i",
);

/** Parameters of `z.iso.datetime`. */
export const timestampForm = { offset: true, pattern };

/** Returns false for a leap second at a time that has none. */
export const hasRealSecond = (written: string): boolean =>
  !leapSecond.test(written) || !Number.isNaN(parseTimestamp(written).getTime());

/**
 * Parses a timestamp of this form. A leap second (RFC 3339 §5.7) is the first moment after it, because neither
 * JavaScript nor PostgreSQL counts it. An invalid date if no leap second can be at that time.
 */
export function parseTimestamp(written: string): Date {
  const text = written.toUpperCase();
  if (!leapSecond.test(text)) return new Date(text);
  const before = new Date(text.replace(leapSecond, ":59").replace(/\.\d+/, ""));
  const after = new Date(before.getTime() + 1000);
  const isEndOfMonth = after.getUTCDate() === 1 && after.toISOString().endsWith("T00:00:00.000Z");
  return isEndOfMonth ? after : new Date(Number.NaN);
}
