import { parseCronItem } from "graphile-worker";

const minute = 60_000;
/** Milliseconds that a backup may take. */
const tolerance = 60 * minute;

/**
 * Returns true if two scheduled backups are missing since the newest one. One may have been skipped because the server
 * was stopped at that time.
 */
export function isOverdue(schedule: string, newest: Date, now: Date): boolean {
  const { match } = parseCronItem({ task: "back_up", match: schedule });
  let missing = 0;
  const first = Math.floor(newest.getTime() / minute) * minute + minute;
  for (let time = first; time <= now.getTime() - tolerance && missing < 2; time += minute) {
    if (matches(match, new Date(time))) missing += 1;
  }
  return missing === 2;
}

const matches = (match: ReturnType<typeof parseCronItem>["match"], time: Date): boolean =>
  match({
    min: time.getUTCMinutes(),
    hour: time.getUTCHours(),
    date: time.getUTCDate(),
    month: time.getUTCMonth() + 1,
    dow: time.getUTCDay(),
  });
