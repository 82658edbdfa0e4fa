import { Logger, parseCronItems, run, type TaskList } from "graphile-worker";
import pg from "pg";
import type { Database } from "#database/database.ts";
import type { JobLog } from "./job-log.ts";
import { purge } from "./purge.ts";
import { releaseAbandoned } from "./release-abandoned.ts";
import { type Post, sendMail } from "./send-mail.ts";

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
}

const schedule = [
  { task: "purge", match: "7 * * * *", identifier: "purge" },
  { task: "release_abandoned", match: "* * * * *", identifier: "release_abandoned" },
];

/** What runs in the background. Queue and schedule are in the database: a job runs once, whichever process takes it. */
export async function startJobRunner({ db, connection, clock, log, post }: JobOptions): Promise<JobRunner> {
  const pool = openPool(connection, log);
  const tasks: TaskList = {
    async purge() {
      log.info({ removed: await purge(db, clock()) }, "purged what has ended");
    },
    async release_abandoned() {
      await release(db, log);
    },
    ...(post && {
      send_mail: (payload, { abortSignal }) => sendMail(post, payload, { now: clock(), signal: abortSignal, log }),
    }),
  };
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: parseCronItems(schedule),
    concurrency: 2,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, details) => {
      if (level === "error") log.error({ details }, message);
      if (level === "warning") log.warn({ details }, message);
    }),
  });
  // What the process before was killed with need not wait for the schedule.
  await release(db, log);
  return {
    async stop() {
      await runner.stop();
      await pool.end();
    },
  };
}

async function release(db: Database, log: JobLog): Promise<void> {
  const released = await releaseAbandoned(db);
  if (released > 0) log.warn({ released }, "gave back jobs of a process that was killed");
}

/** Connections of their own: a job may take long, and the queue keeps one to listen on. */
function openPool(connection: pg.ClientConfig, log: JobLog): pg.Pool {
  const pool = new pg.Pool({ application_name: "lectern jobs", ...connection, max: 4 });
  const report = (err: Error) => log.warn({ err }, "a connection of the job runner broke");
  pool.on("error", report);
  pool.on("connect", (client) => client.on("error", report));
  return pool;
}
