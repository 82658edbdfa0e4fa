import { setTimeout as delay } from "node:timers/promises";
import { DatabaseOutage } from "#database/outage.ts";
import { UnusableDatabaseError } from "#database/unusable-database.ts";
import type { JobLog } from "./queue-log.ts";

/** Each attempt has the time limits of its connection and its statements. */
const maxAttempts = 10;

/** Milliseconds between two attempts. */
const between = 1000;

/**
 * Repeats a step of the start while the database is overloaded or lost, because a start must survive a busy machine.
 * Throws UnusableDatabaseError after the last attempt, and every other error immediately.
 */
export async function retryStart<Result>(log: JobLog, step: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof DatabaseOutage)) throw error;
      if (attempt === maxAttempts) throw new UnusableDatabaseError(describeGivingUp(error.message), { cause: error });
      log.warn({ err: error, attempt }, "the database did not respond to the job queue, which tries again");
      await delay(between);
    }
  }
}

const describeGivingUp = (reason: string): string =>
  `The database did not respond to the job queue in ${maxAttempts} attempts (last: ${reason}). Its server or this machine is overloaded, or the server has no connection left. Start Lectern again when they are less busy, or raise max_connections.`;
