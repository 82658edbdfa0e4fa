import type { Database } from "#database/database.ts";
import { purge } from "#domain/background/schedules/purge.ts";
import { purgeByRetention } from "#domain/background/schedules/purge-by-retention.ts";
import { rollUp } from "#domain/analytics/jobs/roll-up.ts";

const repetitions = 5;

interface Task {
  name: string;
  run(db: Database): Promise<unknown>;
}

/** Scheduled work of all sites, while there is nothing to do. */
export const tasks: readonly Task[] = [
  { name: "purge by retention", run: (db) => purgeByRetention(db, new Date()) },
  { name: "whole purge", run: (db) => purge(db, new Date()) },
  { name: "roll-up", run: (db) => rollUp(db, new Date()) },
];

/** Returns the milliseconds of the fastest run. The first one does the work that is due. */
export async function time(task: Task, db: Database): Promise<number> {
  const durations: number[] = [];
  for (let index = 0; index <= repetitions; index++) {
    const start = performance.now();
    await task.run(db);
    durations.push(performance.now() - start);
  }
  return Math.min(...durations.slice(1));
}
