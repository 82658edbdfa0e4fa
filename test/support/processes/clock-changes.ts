/** A change of clocks: the instant, and the offsets before and after it in milliseconds. */
export interface ClockChange {
  at: number;
  before: number;
  after: number;
}

const hour = 3_600_000;
const step = 10 * 24 * hour;

/** Returns the UTC offset of a time zone, read from its name: `GMT-02:30`. */
function namedOffset(timeZone: string, time: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] = /([+-])(\d+):?(\d+)?/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Finds the changes of clocks in a time zone, by another way than the product. */
export function clockChanges(timeZone: string, from: number, to: number): ClockChange[] {
  const changes: ClockChange[] = [];
  for (let time = from; time < to; time += step) {
    const [before, after] = [namedOffset(timeZone, time), namedOffset(timeZone, time + step)];
    if (before === after) continue;
    let [low, high] = [time, time + step];
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000;
      if (namedOffset(timeZone, middle) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before, after: namedOffset(timeZone, high) });
  }
  return changes;
}

/** Returns the first instant with a local time (written as UTC) among the offsets around a change of clocks. */
export function firstInstant(local: number, { at, before, after }: ClockChange): number {
  if (local - before < at) return local - before;
  // In a gap, the offset before it leads to the equally later time.
  return local - after >= at ? local - after : local - before;
}
