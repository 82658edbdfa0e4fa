import { existsSync, readFileSync } from "node:fs";

/** True if the system reports the CPU time of a process (Linux). */
const isTold = existsSync("/proc/self/schedstat");

export const howTimeIsTold = isTold ? "CPU time of PostgreSQL" : "time that passes";

/**
 * Returns a clock of the CPU time of a PostgreSQL process in nanoseconds. Without system support it returns wall
 * time.
 */
export function backendClock(pid: number): () => number {
  if (!isTold) return () => performance.now() * 1e6;
  return () => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]);
}
