import type { Database } from "#database/database.ts";
import type { JobLog } from "./queue-log.ts";
import { pullInJobs } from "./pull-in-jobs.ts";

/** A task that runs at fixed times, in one process. */
export interface Scheduled {
  task: string;
  /** Interval in minutes, aligned to the full hour. */
  every: number;
  /** Minutes after the start of each interval. Default 0. */
  at?: number;
  /** Default 25, like every job. */
  maxAttempts?: number;
}

interface ScheduleOptions {
  db: Database;
  log: JobLog;
  tasks: readonly Scheduled[];
  /** Called after the database's clock went back: times that were stored before are in the future. */
  onClockReset: () => Promise<void>;
}

/** Milliseconds between two looks at the schedule. */
const interval = 5000;

/**
 * Queues the tasks of the schedule. Each process looks every few seconds, at intervals that follow no clock, and the
 * database decides by its own clock. Returns a function that stops it.
 */
export function startSchedule(options: ScheduleOptions): () => Promise<void> {
  const look = async () => {
    try {
      await queueDue(options);
    } catch (err) {
      options.log.warn({ err }, "could not queue the scheduled tasks");
    }
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/**
 * A task is due if its current interval differs from the recorded one, whichever is later: a clock that jumped forward
 * skips intervals, and one that jumped back repeats them. A new task waits for its next interval.
 */
async function queueDue({ db, log, tasks, onClockReset }: ScheduleOptions): Promise<void> {
  const due = await db.many<{ task: string; wentBack: boolean }>`
    with scheduled as (
      select task, max_attempts,
             to_timestamp(floor((extract(epoch from now()) - shift) / seconds) * seconds + shift) as starts_at
        from unnest(${tasks.map(({ task }) => task)}::text[], ${tasks.map(({ every }) => every * 60)}::int[],
                    ${tasks.map(({ at = 0 }) => at * 60)}::int[],
                    ${tasks.map(({ maxAttempts = 25 }) => maxAttempts)}::int[])
          as given (task, seconds, shift, max_attempts)
    ), earlier as (
      select identifier, last_execution from graphile_worker._private_known_crontabs
    ), due as (
      insert into graphile_worker._private_known_crontabs as known (identifier, known_since, last_execution)
      select task, now(), starts_at from scheduled order by task
      on conflict (identifier) do update set last_execution = excluded.last_execution
       where known.last_execution is distinct from excluded.last_execution
      returning identifier
    )
    select task, coalesce(last_execution > now(), false) as went_back,
           graphile_worker.add_job(task, run_at => now(), max_attempts => max_attempts)
      from due
      join earlier using (identifier)
      join scheduled on scheduled.task = due.identifier`;
  if (!due.some(({ wentBack }) => wentBack)) return;
  log.warn({}, "the clock of the database went back: waiting jobs run now");
  await pullInJobs(db);
  await onClockReset();
}
