import { latestScheduled } from "#lib/time/crontab.ts";

const minute = 60_000;
const maxBackupMs = 60 * minute;

/**
 * Returns true if two scheduled backups are missing since the newest one. One may have been skipped because the server
 * was stopped at that time.
 */
export function isOverdue(schedule: string, newest: Date, now: Date): boolean {
  const last = latestScheduled(schedule, new Date(now.getTime() - maxBackupMs));
  const previous = last && latestScheduled(schedule, new Date(last.getTime() - 1));
  return previous !== undefined && previous > newest;
}
