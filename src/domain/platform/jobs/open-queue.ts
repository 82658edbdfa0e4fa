import { Logger, runMigrations } from "graphile-worker";
import type { Database } from "#database/database.ts";

/** For what adds jobs where no server has run yet: the tables of the queue are there afterwards. */
export const openQueue = ({ pool }: Database): Promise<void> =>
  runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
