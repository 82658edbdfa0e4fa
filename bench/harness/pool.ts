import pg from "pg";
import type { Connection } from "./cluster.ts";

/** Two connections to fill and clean up a database. They can still be closing when PostgreSQL stops. */
export function openPool(connection: Connection): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: 2 });
  pool.on("error", () => {});
  return pool;
}
