import type { Retention } from "#lib/settings/backup-settings.ts";

const day = 86_400_000;

const periods = {
  days: (time: Date) => Math.floor(time.getTime() / day),
  // Day 4 of 1970 was the first Monday.
  weeks: (time: Date) => Math.floor((time.getTime() / day - 4) / 7),
  months: (time: Date) => time.getUTCFullYear() * 12 + time.getUTCMonth(),
} as const;

/** Returns the times of the backups that are no longer kept. The newest one always is. */
export function expiredBackups(times: readonly Date[], retention: Retention): Date[] {
  const newestFirst = times.toSorted((one, other) => other.getTime() - one.getTime());
  const keptTimes = new Set(newestFirst.slice(0, 1));
  for (const name of ["days", "weeks", "months"] as const) {
    const seen = new Set<number>();
    for (const time of newestFirst) {
      const period = periods[name](time);
      if (seen.has(period)) continue;
      if (seen.size >= retention[name]) break;
      seen.add(period);
      keptTimes.add(time);
    }
  }
  return newestFirst.filter((time) => !keptTimes.has(time));
}
