import type { Database } from "#database/database.ts";
import { openClockWatch } from "./clock-watch.ts";
import type { JobLog } from "./queue-log.ts";
import { latestScheduled } from "#lib/time/crontab.ts";

interface Task {
  task: string;
  /** Default 25, like every job. */
  maxAttempts?: number;
}

export interface Periodic extends Task {
  /** Interval in minutes, aligned to the full hour. */
  every: number;
  /** Minutes after the start of each interval. Default 0. */
  at?: number;
  /** Runs of one queue follow each other. For a task that can take longer than its interval. */
  queue?: string;
  /** Deletes or ends what cannot be restored. Waits while the clock may be ahead, see `openClockWatch`. */
  isFinal?: boolean;
}

/** A task that runs at fixed times, in one process. */
export type Scheduled = Periodic | (Task & { /** crontab(5), UTC. */ crontab: string });

interface ScheduleOptions {
  db: Database;
  log: JobLog;
  tasks: readonly Scheduled[];
  /** Called after the database's clock went back: times that were stored before are in the future. */
  onClockReset: () => Promise<void>;
}

const pollIntervalMs = 5000;

/**
 * Queues the tasks of the schedule. Each process looks every few seconds, at intervals that follow no clock, and the
 * database decides by its own clock. Returns a function that stops it.
 */
export function startSchedule(options: ScheduleOptions): () => Promise<void> {
  const queueDue = openSchedule(options);
  const look = async () => {
    try {
      await queueDue();
    } catch (err) {
      options.log.warn({ err }, "could not queue the scheduled tasks");
    }
  };
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, pollIntervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/**
 * Returns a function that queues the due tasks. A task is due if its current interval differs from the recorded one,
 * whichever is later: a clock that jumped forward skips intervals, one that jumped back repeats them, and a server that
 * was stopped catches up once. A new task waits for its next interval. A final task stays due while the clock may be
 * ahead: one that is wrong for minutes must not end rows that are valid for months. `known_since` is the time of the last doubt
 * about the clock for final tasks, and the first look at the schedule for tasks with a crontab.
 */
export function openSchedule(
  { db, log, tasks, onClockReset }: ScheduleOptions,
  elapsed?: () => number,
): () => Promise<void> {
  const intervals = tasks.filter((task) => "every" in task);
  const finalTasks = intervals.filter(({ isFinal }) => isFinal).map(({ task }) => task);
  const readClock = openClockWatch(db, finalTasks, elapsed);

  return async () => {
    const { now, isTrusted } = await readClock(log);
    const { task, startsAt, maxAttempts } = currentTimes(now, tasks);
    const due = await db.write.many<{ task: string; wentBack: boolean }>`
      with scheduled as (
        select task, max_attempts, queue, 'epoch'::timestamptz as known_since,
               to_timestamp(floor((extract(epoch from now()) - shift) / seconds) * seconds + shift) as starts_at
          from unnest(${intervals.map((one) => one.task)}::text[], ${intervals.map(({ every }) => every * 60)}::int[],
                      ${intervals.map(({ at = 0 }) => at * 60)}::int[], ${intervals.map(attemptsOf)}::int[],
                      ${intervals.map(({ queue = null }) => queue)}::text[])
            as input (task, seconds, shift, max_attempts, queue)
         where task <> all(${finalTasks}::text[]) or ${isTrusted} and now() - ${now} < interval '1 minute'
         union all
        select task, max_attempts, null, now(), starts_at
          from unnest(${task}::text[], ${startsAt}::timestamptz[], ${maxAttempts}::int[])
            as input (task, starts_at, max_attempts)
      ), earlier as (
        select identifier, last_execution from graphile_worker._private_known_crontabs
      ), due as (
        insert into graphile_worker._private_known_crontabs as known (identifier, known_since, last_execution)
        select task, known_since, starts_at from scheduled order by task
        on conflict (identifier) do update set last_execution = excluded.last_execution
         where known.last_execution is distinct from excluded.last_execution
        returning identifier
      )
      select task, coalesce(last_execution > now(), false) as went_back,
             graphile_worker.add_job(task, queue_name => queue, run_at => now(), max_attempts => max_attempts)
        from due
        join earlier using (identifier)
        join scheduled on scheduled.task = due.identifier`;
    if (!due.some(({ wentBack }) => wentBack)) return;
    log.warn({}, "the clock of the database went back: waiting jobs run now");
    await pullInJobs(db);
    await onClockReset();
  };
}

const attemptsOf = ({ maxAttempts = 25 }: Task): number => maxAttempts;

/** Starts of the current intervals of the tasks with a crontab. */
function currentTimes(now: Date, tasks: readonly Scheduled[]) {
  const times = { task: [] as string[], startsAt: [] as Date[], maxAttempts: [] as number[] };
  for (const task of tasks.filter((one) => "crontab" in one)) {
    const startsAt = latestScheduled(task.crontab, now);
    // A day that no year has.
    if (!startsAt) continue;
    times.task.push(task.task);
    times.startsAt.push(startsAt);
    times.maxAttempts.push(attemptsOf(task));
  }
  return times;
}

/**
 * Makes waiting jobs due and ends the time in which no other process may take over a job. Their times come from a clock
 * that has been reset, so they would wait for as long as it was ahead. Retries are merely earlier than planned.
 */
async function pullInJobs(db: Database): Promise<void> {
  await db.run`update graphile_worker._private_jobs set run_at = now() where run_at > now()`;
  await db.run`update graphile_worker._private_jobs set locked_at = now() where locked_at > now()`;
  await db.run`update graphile_worker._private_job_queues set locked_at = now() where locked_at > now()`;
}
