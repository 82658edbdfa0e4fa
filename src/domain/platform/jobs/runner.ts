import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { type Job, Logger, parseCronItems, run, type TaskList, type WorkerEvents } from "graphile-worker";
import pg from "pg";
import type { Database } from "#database/database.ts";
import type { Storage } from "#domain/content/files/storage.ts";
import type { WebhookSystem } from "#domain/engagement/webhooks/webhook-system.ts";
import type { JobLog } from "./job-log.ts";
import { endEnrollments } from "./end-enrollments.ts";
import { indexOldRows, queueOldRows } from "./index-old-rows.ts";
import { renderOldRows } from "./render-old-rows.ts";
import { openPool } from "./queue-pool.ts";
import { notificationSchedule, notificationTasks } from "./notification-tasks.ts";
import { publishDuePosts } from "./publish-due-posts.ts";
import { purge } from "./purge.ts";
import { grace, releaseAbandoned } from "./release-abandoned.ts";
import { removeReleasedObjects } from "./remove-released-objects.ts";
import { rollUp } from "./roll-up.ts";
import { type Post, sendMail } from "./send-mail.ts";
import { startWebhookPump } from "./webhook-pump.ts";
import { tendSubscriptions } from "./tend-subscriptions.ts";

export interface JobRunner {
  stop(): Promise<void>;
}

interface JobOptions {
  db: Database;
  connection: pg.ClientConfig;
  clock: () => Date;
  log: JobLog;
  /** Undefined: mail waits for a process that can deliver it. */
  post?: Post | undefined;
  /** Undefined: released objects, and whatever reads files, wait for a process that can reach them. */
  storage?: Storage | undefined;
  /** Undefined: webhooks wait for a process that can send them. */
  webhooks?: WebhookSystem | undefined;
}

const schedule = [
  // Not tried again: the next one does what is left.
  { task: "publish_due_posts", match: "* * * * *", identifier: "publish_due_posts", options: { maxAttempts: 1 } },
  { task: "tend_subscriptions", match: "* * * * *", identifier: "tend_subscriptions", options: { maxAttempts: 1 } },
  { task: "roll_up", match: "* * * * *", identifier: "roll_up", options: { maxAttempts: 1 } },
  { task: "end_enrollments", match: "*/5 * * * *", identifier: "end_enrollments", options: { maxAttempts: 1 } },
  { task: "purge", match: "7 * * * *", identifier: "purge" },
  { task: "remove_released_objects", match: "*/10 * * * *", identifier: "remove_released_objects" },
  { task: "release_abandoned", match: "* * * * *", identifier: "release_abandoned" },
  ...notificationSchedule,
];

/** What runs in the background. Queue and schedule are in the database: a job runs once, whichever process takes it. */
export async function startJobRunner({
  db,
  connection,
  clock,
  log,
  post,
  storage,
  webhooks,
}: JobOptions): Promise<JobRunner> {
  const stopping = new AbortController();
  const pool = openPool(connection, log, stopping.signal);
  const tasks: TaskList = {
    async publish_due_posts() {
      const published = await publishDuePosts(db, clock());
      if (published > 0) log.info({ published }, "told of scheduled posts whose time has come");
    },
    async tend_subscriptions() {
      const tended = await tendSubscriptions(db, clock(), post?.postbox);
      if (tended > 0) log.info({ tended }, "renewed, began and ended subscriptions whose time had come");
    },
    async purge() {
      log.info({ removed: await purge(db, clock()) }, "purged what has ended");
    },
    async end_enrollments() {
      const expired = await endEnrollments(db, clock());
      if (expired > 0) log.info({ expired }, "ended enrollments whose time was over");
    },
    async roll_up() {
      const sites = await rollUp(db, clock(), { stopping: stopping.signal });
      if (sites > 0) log.info({ sites }, "added up what happened");
    },
    async index_old_rows() {
      const indexed = await indexOldRows(db);
      if (indexed > 0) log.info({ indexed }, "made courses and lectures known to the search");
      const rendered = await renderOldRows(db);
      if (rendered > 0) log.info({ rendered }, "rendered Markdown of rows without stored HTML");
    },
    async release_abandoned() {
      await release(db, log);
    },
    ...notificationTasks({ db, clock, log, mail: post?.postbox }),
    ...(storage && {
      async remove_released_objects() {
        const removed = await removeReleasedObjects(db, storage.store, clock());
        if (removed > 0) log.info({ removed }, "removed the bytes of what is no file any more");
      },
      async run_job(payload, { job }) {
        // All that can be imported and exported: read with the first job.
        const { runJob } = await import("./run-job.ts");
        const isLast = job.attempts >= mostFailures;
        const mail = post?.postbox;
        await runJob(payload, { db, storage, mail, clock, log, stopping: stopping.signal, isLast });
      },
    }),
    ...(post && {
      send_mail: (payload, { abortSignal: signal, job }) =>
        sendMail(post, payload, { db, now: clock(), number: job.attempts, signal, log }),
    }),
  };
  const events: WorkerEvents = new EventEmitter();
  const looked = firstLook(events);
  looked.catch(() => {});
  const runner = await run({
    pgPool: pool,
    events,
    taskList: tasks,
    parsedCronItems: parseCronItems(schedule),
    // Jobs of two sites may take long at the same time, and mail goes out nevertheless.
    concurrency: 4,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, details) => {
      if (level === "error") log.error(bare(details), message);
      if (level === "warning") log.warn(bare(details), message);
    }),
  });
  const pump = webhooks && startWebhookPump({ db, clock, log, webhooks, storage, mail: post?.postbox });
  let lookingAgain: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await lookingAgain;
    await pump?.stop();
    await runner.stop();
    await drain(pool);
    await pool.end();
  };
  try {
    await looked;
    // What the process before was killed with need not wait for the schedule.
    await release(db, log);
    lookingAgain = releaseLater(db, log, stopping.signal);
    await queueOldRows(db);
    if (storage) await removeLeftovers(db, log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/** The queue remembers for ever that its first look into the database failed: it would never take a job. */
const firstLook = (events: WorkerEvents) =>
  new Promise<void>((resolve, reject) => {
    events.once("worker:getJob:empty", () => resolve());
    events.once("job:start", () => resolve());
    events.once("worker:getJob:error", ({ error }) => reject(error as Error));
  });

/** What the queue knows of a job, but for its payload, which is large and nobody's business. */
const bare = ({ job, error }: { job?: Partial<Job>; error?: unknown } = {}) => ({
  ...(job && { job: { id: job.id, task: job.task_identifier, attempts: job.attempts } }),
  ...(error !== undefined && { err: error }),
});

async function release(db: Database, log: JobLog): Promise<void> {
  const released = await releaseAbandoned(db);
  if (released > 0) log.warn({ released }, "gave back jobs of a process that was killed");
}

/** What had only just been taken when its process was killed looks at first as if somebody were about to do it. */
async function releaseLater(db: Database, log: JobLog, signal: AbortSignal): Promise<void> {
  try {
    await delay((grace + 1) * 1000, undefined, { signal, ref: false });
    await release(db, log);
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, "could not look for jobs of a process that was killed");
  }
}

async function removeLeftovers(db: Database, log: JobLog): Promise<void> {
  const { removeStaleFolders } = await import("#domain/site/imports/stale-folders.ts");
  const removed = await removeStaleFolders(db);
  if (removed > 0) log.warn({ removed }, "removed temporary folders of a process that was killed");
}

/** The queue stops without waiting until it is written down how the last jobs ended: they would stay locked. */
async function drain(pool: pg.Pool): Promise<void> {
  const deadline = performance.now() + longestDrain;
  const isBusy = () => pool.waitingCount > 0 || pool.idleCount < pool.totalCount;
  while (isBusy() && performance.now() < deadline) await delay(5);
}

const longestDrain = 5000;

/** A job that fails so often, or whose process is killed so often, fails for good. */
const mostFailures = 8;

/** Connections of their own: a job may take long, and the queue keeps one to listen on. */
