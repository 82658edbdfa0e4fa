import type { Database } from "#database/database.ts";
import type { JobLog } from "./queue-log.ts";

interface ClockReading {
  /** The time of the database. */
  now: Date;
  /** False while tasks wait whose effects are final. */
  isTrusted: boolean;
}

const minute = 60_000;

/** Milliseconds by which a clock may be ahead unnoticed. More than the delays of a schedule on a busy machine. */
const maxJump = 5 * minute;

/** Milliseconds for which a server may be stopped before a start doubts the clock. Longer than a long weekend. */
const maxStop = 4 * 24 * 60 * minute;

/** Milliseconds in which NTP corrects a clock: ntpd and chrony ask a server every 1,024 seconds at the latest. */
const correctionTime = 20 * minute;

/**
 * Returns a function that reads the database's clock and tells if it can be trusted. It cannot for 20 minutes
 * - after it advanced by more than the time that passed in this process, unless the tasks ran meanwhile: this machine
 *   was suspended, and another one worked,
 * - after a start that finds that the tasks have not run for days: the machine may have started with a wrong clock.
 *
 * The processes share the time of the last doubt in `known_since` of the tasks. A time in the future is void: the clock
 * has been set back since.
 */
export function openClockWatch(
  db: Database,
  tasks: readonly string[],
  elapsed = (): number => performance.now(),
): (log: JobLog) => Promise<ClockReading> {
  let last: { now: number; at: number } | undefined;

  return async (log) => {
    const at = elapsed();
    const read = await db.one<{ now: Date; lastRun: Date | null; doubted: Date | null }>`
      select now() as now, max(last_execution) as last_run,
             max(known_since) filter (where known_since <= now()) as doubted
        from graphile_worker._private_known_crontabs where identifier = any(${tasks}::text[])`;
    const [now, doubted] = [read.now.getTime(), read.doubted?.getTime() ?? 0];
    const lastRun = read.lastRun?.getTime() ?? now;
    const hasGap = now - lastRun > maxJump;
    const isFirst = last === undefined;
    const isDoubtful =
      hasGap &&
      (last ? now - last.now - (elapsed() - last.at) > maxJump : now - lastRun > maxStop && doubted <= lastRun);
    if (isDoubtful) {
      await db.run`
        update graphile_worker._private_known_crontabs set known_since = ${read.now}
         where identifier = any(${tasks}::text[])`;
      log.warn({ lastRun: read.lastRun }, "the clock of the database may be ahead: nothing is deleted for 20 minutes");
    }
    // Kept until the doubt is stored, so that an error repeats the comparison.
    last = { now, at };
    // Another process that saw a jump stores it before the second reading.
    const isTrusted = !isDoubtful && now - doubted >= correctionTime && !(isFirst && hasGap);
    return { now: read.now, isTrusted };
  };
}
