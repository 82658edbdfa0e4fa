import pg from "pg";
import type { Connection } from "./cluster.ts";

/** Two connections for filling and tidying a database; they may still be closing when PostgreSQL is stopped. */
export function openPool(connection: Connection): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: 2 });
  pool.on("error", () => {});
  return pool;
}
