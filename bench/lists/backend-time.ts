import { existsSync, readFileSync } from "node:fs";

/** True if the system reports the CPU time of a process (Linux). */
const hasSchedstat = existsSync("/proc/self/schedstat");

export const timeSource = hasSchedstat ? "CPU time of PostgreSQL" : "wall time";

/**
 * Returns a clock of the CPU time of a PostgreSQL process in nanoseconds. Without system support it returns wall
 * time.
 */
export function backendClock(pid: number): () => number {
  if (!hasSchedstat) return () => performance.now() * 1e6;
  return () => Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]);
}
