import { readdirSync, readFileSync } from "node:fs";

/** Ticks per second of `/proc/<pid>/stat`, on all platforms of Linux. */
const ticksPerSecond = 100;

interface Usage {
  pid: number;
  parent: number;
  seconds: number;
}

/** CPU seconds of a process and all its descendants that still run. Reads `/proc`, thus only on Linux. */
export function cpuSecondsOf(root: number): number {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(usageOf);
  const secondsOf = (pid: number): number =>
    all.reduce((sum, each) => (each.parent === pid ? sum + secondsOf(each.pid) : sum), 0) +
    (all.find((each) => each.pid === pid)?.seconds ?? 0);
  return secondsOf(root);
}

/** Fields after the command, which may contain spaces: state, parent, …, user time, system time (proc(5)). */
function usageOf(name: string): Usage[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return [{ pid: Number(name), parent: Number(fields[1]), seconds: ticks / ticksPerSecond }];
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}
