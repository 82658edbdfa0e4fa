import { setTimeout as delay } from "node:timers/promises";
import { DatabaseOutage } from "#database/connection/outage.ts";
import { UnusableDatabaseError } from "#database/migrate/unusable-database.ts";
import type { JobLog } from "./queue-log.ts";

/** For one start, whatever its steps. Each attempt has the time limits of its connection and its statements. */
export const startLimits = { attempts: 10, seconds: 120 } as const;

const retryDelayMs = 1000;

/** Repeats a step of the start while the database is overloaded or lost. */
export type RetryStart = <Result>(step: () => Promise<Result>) => Promise<Result>;

/**
 * A start must survive a busy machine, but report within minutes that it cannot. All steps share the number of attempts
 * and the time since the first one that failed. Then the returned function throws UnusableDatabaseError, and every other
 * error immediately. `clock`: milliseconds, monotonic.
 */
export function retryStart(
  log: JobLog,
  { clock = () => performance.now(), wait = (milliseconds: number): Promise<void> => delay(milliseconds) } = {},
): RetryStart {
  let failures = 0;
  let deadline = Infinity;
  return async (step) => {
    for (;;) {
      const begun = clock();
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof DatabaseOutage)) throw error;
        failures++;
        deadline = Math.min(deadline, begun + startLimits.seconds * 1000);
        if (failures === startLimits.attempts || clock() + retryDelayMs > deadline) {
          throw new UnusableDatabaseError(describeGivingUp(failures, error.message), { cause: error });
        }
        log.warn({ err: error, attempt: failures }, "the database did not respond to the job queue, which tries again");
        await wait(retryDelayMs);
      }
    }
  };
}

const describeGivingUp = (attempts: number, reason: string): string =>
  `The database did not respond to the job queue in ${attempts} attempts (last: ${reason}). Its server or this machine is overloaded, or the server has no connection left. Start Lectern again when they are less busy, or raise max_connections.`;
