import { existsSync, readFileSync } from "node:fs";

/** Whether the system tells how long a process was on a core (Linux). */
const isTold = existsSync("/proc/self/schedstat");

export const howTimeIsTold = isTold ? "CPU time of PostgreSQL" : "time that passes";

/**
 * A clock of the work of one of PostgreSQL's processes: nanoseconds that it was on a core, whoever else uses the cores;
 * elsewhere the time that passes, and what lies between us and it.
 */
export function backendClock(pid: number): () => number {
  if (!isTold) return () => performance.now() * 1e6;
  return () => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]);
}
