import { execFileSync } from "node:child_process";

/** Pids of the server processes below a supervisor. */
export function workersOf(supervisor: number): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  return lines.flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return parent === supervisor && /(processes\/worker\.ts|build\/worker\.mjs)/.test(line) ? [pid!] : [];
  });
}

/** Returns those of the processes that still run. */
export const running = (pids: readonly number[]): number[] =>
  pids.filter((pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  });
