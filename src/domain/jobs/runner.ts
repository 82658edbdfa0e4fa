import { Logger, parseCronItems, run, type TaskList } from "graphile-worker";
import pg from "pg";
import type { Database } from "#database/database.ts";
import { purge } from "./purge.ts";

export interface JobRunner {
  stop(): Promise<void>;
}

interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

interface JobOptions {
  db: Database;
  connection: pg.ClientConfig;
  clock: () => Date;
  log: Log;
}

/** What runs in the background. Queue and schedule are in the database: a job runs once, whichever process takes it. */
export async function startJobRunner({ db, connection, clock, log }: JobOptions): Promise<JobRunner> {
  const pool = openPool(connection, log);
  const tasks: TaskList = {
    async purge() {
      log.info({ removed: await purge(db, clock()) }, "purged what has ended");
    },
  };
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    parsedCronItems: parseCronItems([{ task: "purge", match: "7 * * * *", identifier: "purge" }]),
    concurrency: 2,
    noHandleSignals: true,
    logger: new Logger(() => (level, message, details) => {
      if (level === "error") log.error({ details }, message);
      if (level === "warning") log.warn({ details }, message);
    }),
  });
  return {
    async stop() {
      await runner.stop();
      await pool.end();
    },
  };
}

/** Connections of their own: a job may take long, and the queue keeps one to listen on. */
function openPool(connection: pg.ClientConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({ application_name: "lectern jobs", ...connection, max: 4 });
  const report = (err: Error) => log.warn({ err }, "a connection of the job runner broke");
  pool.on("error", report);
  pool.on("connect", (client) => client.on("error", report));
  return pool;
}
