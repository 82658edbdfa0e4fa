import { addDays } from "#lib/time/zoned-time.ts";
import { validationFailed } from "../problem.ts";

/** JavaScript and PostgreSQL format years after 9999 differently. */
export const latest = new Date("9999-12-31T23:59:59.999Z");

/** Adds calendar days in the school's time zone. Throws if the result is later than the latest supported time. */
export function inDays(timeZone: string, time: Date, days: number, pointer: string): Date {
  const later = addDays(timeZone, time, days);
  if (later <= latest) return later;
  throw validationFailed(pointer, "too_big", "The date must not be later than the year 9999.");
}
