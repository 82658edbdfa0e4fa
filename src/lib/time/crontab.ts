/** The minutes of a day, and the days, that a crontab entry names. */
interface Crontab {
  /** Milliseconds since the start of the day, latest first. */
  times: number[];
  isDay(day: Date): boolean;
}

interface Field {
  values: ReadonlySet<number>;
  /** Not every value. */
  isRestricted: boolean;
}

const [minute, day] = [60_000, 86_400_000];

/** Minute, hour, day of the month, month and day of the week. */
const limits = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/** Days to look back: two leap years are eight years apart around 2100. */
const maxIntervalDays = 8 * 366;

/** Parses the five fields of crontab(5): numbers, ranges, lists and steps, without names. */
export function parseCrontab(text: string): string | undefined {
  const fields = text.split(/\s+/);
  return fields.length === limits.length && readCrontab(fields.join(" ")) ? fields.join(" ") : undefined;
}

/** Returns the latest scheduled time that is not after `until`, in UTC; undefined if no day fits (31 February). */
export function latestScheduled(crontab: string, until: Date): Date | undefined {
  const schedule = readCrontab(crontab);
  if (!schedule) return undefined;
  const today = Math.floor(until.getTime() / day) * day;
  for (let start = today; start > today - maxIntervalDays * day; start -= day) {
    if (!schedule.isDay(new Date(start))) continue;
    const time = schedule.times.find((offset) => start + offset <= until.getTime());
    if (time !== undefined) return new Date(start + time);
  }
  return undefined;
}

function readCrontab(text: string): Crontab | undefined {
  const fields = text.split(" ").map((field, index) => {
    const limit = limits[index];
    return limit && readField(field, limit);
  });
  const [minutes, hours, dates, months, weekdays] = fields;
  if (!minutes || !hours || !dates || !months || !weekdays) return undefined;
  const times = [...hours.values].flatMap((hour) => [...minutes.values].map((one) => (hour * 60 + one) * minute));
  return {
    times: times.toSorted((one, other) => other - one),
    isDay(time) {
      if (!months.values.has(time.getUTCMonth() + 1)) return false;
      const [isDate, isWeekday] = [dates.values.has(time.getUTCDate()), weekdays.values.has(time.getUTCDay())];
      // crontab(5): if both fields are restricted, either of them is enough.
      return dates.isRestricted && weekdays.isRestricted ? isDate || isWeekday : isDate && isWeekday;
    },
  };
}

function readField(field: string, [least, most]: readonly [number, number]): Field | undefined {
  const values = new Set<number>();
  for (const part of field.split(",")) {
    const [whole, from, to, step] = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part) ?? [];
    if (whole === undefined || Number(step ?? 1) === 0) return undefined;
    const first = Number(from ?? least);
    const last = from === undefined ? most : Number(to ?? from);
    if (first < least || last > most || first > last) return undefined;
    for (let value = first; value <= last; value += Number(step ?? 1)) values.add(value);
  }
  return { values, isRestricted: values.size <= most - least };
}
