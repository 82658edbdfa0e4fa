import { existsSync, readFileSync } from "node:fs";
import type pg from "pg";

/** How the work of one connection's process of PostgreSQL is told. */
export interface BackendTime {
  how: string;
  /** Nanoseconds up to now. */
  now(): number;
}

/**
 * Its time on a core where the system tells it (Linux), whoever else uses the cores; elsewhere the time that passes, and
 * what lies between us and it.
 */
export async function backendTime(client: pg.Client): Promise<BackendTime> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const file = `/proc/${rows[0]!.pid}/schedstat`;
  if (existsSync(file)) {
    return { how: "CPU time of PostgreSQL's process", now: () => Number(readFileSync(file, "utf8").split(" ")[0]) };
  }
  return { how: "time on one connection", now: () => performance.now() * 1e6 };
}
