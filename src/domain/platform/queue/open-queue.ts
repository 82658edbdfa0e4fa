import { Logger, runMigrations } from "graphile-worker";
import type { Database } from "#database/database.ts";

/** Migrates the tables of the queue, so that jobs can be added before any server has run. */
export const openQueue = ({ pool }: Database): Promise<void> =>
  runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
