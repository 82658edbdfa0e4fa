import { offsetAt } from "#lib/time/zoned-time.ts";

/** Returns the time at an hour of the same day in a time zone. */
export function atHour(date: Date, hour: number, timeZone: string): Date {
  const shift = offsetAt(date, timeZone);
  const midnight = Math.floor((date.getTime() + shift) / 86_400_000) * 86_400_000;
  const target = midnight + hour * 3_600_000;
  // The clock may change within the day.
  return new Date(target - offsetAt(new Date(target - shift), timeZone));
}
