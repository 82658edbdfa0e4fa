import { existsSync, readFileSync } from "node:fs";

/** Whether the system tells how long a process was on a core (Linux). */
const isTold = existsSync("/proc/self/schedstat");

export const howTimeIsTold = isTold ? "CPU time of PostgreSQL" : "time that passes";

/**
 * A clock of the work of PostgreSQL's processes, from now on: nanoseconds that they were on a core, whoever else uses the
 * cores; elsewhere the time that passes, and what lies between us and them. One that ends meanwhile counts for nothing.
 */
export function startBackendClock(pids: readonly number[]): () => number {
  if (!isTold) {
    const begin = performance.now();
    return () => (performance.now() - begin) * 1e6;
  }
  const begin = pids.map(timeOnCore);
  return () => pids.reduce((sum, pid, index) => sum + Math.max(timeOnCore(pid) - begin[index]!, 0), 0);
}

function timeOnCore(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]);
  } catch {
    return 0;
  }
}
