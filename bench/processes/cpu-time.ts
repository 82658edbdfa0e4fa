import { execFileSync } from "node:child_process";

/** CPU seconds of a process and all its descendants that still run. */
export function cpuSecondsOf(root: number): number {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,cputimes="], { encoding: "utf8" }).trim().split("\n");
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number) as [pid: number, parent: number, cpu: number]);
  const secondsOf = (pid: number): number =>
    all.reduce((sum, [child, parent]) => (parent === pid ? sum + secondsOf(child) : sum), 0) +
    (all.find(([found]) => found === pid)?.[2] ?? 0);
  return secondsOf(root);
}
