/** Creating one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the time at an hour of the same day in a time zone. */
export function atHour(date: Date, hour: number, timeZone: string): Date {
  const shift = offsetAt(date, timeZone);
  const midnight = Math.floor((date.getTime() + shift) / 86_400_000) * 86_400_000;
  const target = midnight + hour * 3_600_000;
  // The clock may change within the day.
  return new Date(target - offsetAt(new Date(target - shift), timeZone));
}

/** The offset from UTC in milliseconds. */
function offsetAt(date: Date, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, Number(value)]));
  const at = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const local = Date.UTC(at("year"), at("month") - 1, at("day"), at("hour"), at("minute"), at("second"));
  return local - Math.floor(date.getTime() / 1000) * 1000;
}
