import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type Job, Logger, run, type Runner, type TaskList, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { isOfDatabase, outageOf } from "#database/connection/outage.ts";
import { errorOf } from "#lib/error-of.ts";
import type { JobLog } from "./queue-log.ts";

interface WorkerOptions {
  pool: pg.Pool;
  tasks: TaskList;
  log: JobLog;
}

/**
 * Starts Graphile Worker, and resolves once it can take jobs. Throws DatabaseOutage. A lost connection can end its
 * workers: they start again until they are stopped.
 */
export async function startWorker(options: WorkerOptions): Promise<Pick<Runner, "stop">> {
  const { log } = options;
  const stopping = new AbortController();
  let current = await startOnce(options);
  const startAgain = async () => {
    while (!stopping.signal.aborted) {
      try {
        return await startOnce(options);
      } catch (error) {
        log.warn({ err: error }, "the job queue could not start again, and tries once more");
        await delay(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    return undefined;
  };
  const watch = async () => {
    for (;;) {
      const error = await current.promise.then(() => undefined, errorOf);
      if (stopping.signal.aborted) return;
      log.warn({ ...(error && { err: error }) }, "the job queue stopped, and starts again");
      const next = await startAgain();
      if (!next) return;
      current = next;
      if (stopping.signal.aborted) await stopWorker(next, log);
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await stopWorker(current, log);
      await watching;
    },
  };
}

const restartDelayMs = 1000;

async function startOnce(options: WorkerOptions): Promise<Runner> {
  try {
    return await start(options);
  } catch (error) {
    // Graphile Worker has errors of its own, such as that of a newer schema.
    throw isOfDatabase(error) ? (outageOf(error) ?? error) : error;
  }
}

/**
 * Stops the workers of the queue. One whose connection is lost meanwhile has stopped as well, and its job is released
 * with those of killed processes.
 */
async function stopWorker(runner: Pick<Runner, "stop">, log: JobLog): Promise<void> {
  try {
    await runner.stop();
  } catch (error) {
    if (error instanceof Error && error.message === hasStopped) return;
    if (!isOfDatabase(error)) throw error;
    log.warn({ err: error }, "a connection of the job queue failed");
  }
}

async function start({ pool, tasks, log }: WorkerOptions): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  const looked = firstLook(events);
  looked.catch(() => {});
  const runner = await run({
    pgPool: pool,
    events,
    taskList: tasks,
    // Leaves room for mail while two sites run long jobs.
    concurrency: 4,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, details) => {
      if (level === "error") log.error(bare(details), message);
      if (level === "warning") log.warn(bare(details), message);
    }),
  });
  // A connection that ends meanwhile ends the runner, whose rejection nobody else handles yet.
  const ended = runner.promise.then(() => {
    throw new Error("The job queue stopped while it started.");
  });
  ended.catch(() => {});
  try {
    await Promise.race([looked, ended]);
    return runner;
  } catch (error) {
    await stopWorker(runner, log);
    throw error;
  }
}

/** The error of Graphile Worker if a lost connection has ended it before. */
const hasStopped = "Runner is already stopped";

/** Graphile Worker remembers a failed first query for ever and would never take a job. */
const firstLook = (events: WorkerEvents) =>
  new Promise<void>((resolve, reject) => {
    events.once("worker:getJob:empty", () => resolve());
    events.once("job:start", () => resolve());
    events.once("worker:getJob:error", ({ error }) => reject(errorOf(error)));
  });

/** The queue's view of a job without its payload, which is large and private. */
const bare = ({ job, error }: { job?: Partial<Job>; error?: unknown } = {}) => ({
  ...(job && { job: { id: job.id, task: job.task_identifier, attempts: job.attempts } }),
  ...(error !== undefined && { err: error }),
});
