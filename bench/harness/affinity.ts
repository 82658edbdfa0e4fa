import { spawnSync } from "node:child_process";

export interface Affinity {
  /** Prefix of the command that starts a server. */
  serverPrefix: readonly string[];
  /** Description for the results. */
  note: string;
}

/** Part of util-linux, absent on other systems. */
const taskset = "taskset";

/**
 * Pins the measured server to the first core, and this process and PostgreSQL to the others, so that generating load
 * takes no time from the server.
 */
export function separateCores(): Affinity {
  const shown = spawnSync(taskset, ["-cp", String(process.pid)], { encoding: "utf8" });
  if (shown.status !== 0) return { serverPrefix: [], note: "cores not separated: taskset is not available" };

  const [first, ...rest] = coresIn(shown.stdout.slice(shown.stdout.lastIndexOf(":") + 1).trim());
  if (first === undefined || rest.length === 0) return { serverPrefix: [], note: "cores not separated: only one core" };

  const pinned = spawnSync(taskset, ["-acp", rest.join(","), String(process.pid)]);
  if (pinned.status !== 0) return { serverPrefix: [], note: "cores not separated: taskset failed" };
  return {
    serverPrefix: [taskset, "-c", String(first)],
    note: `server on core ${first}, PostgreSQL and the load on ${rest.length === 1 ? "core" : "cores"} ${rest.join(", ")}`,
  };
}

/** `0-2,5` → 0, 1, 2, 5. */
function coresIn(list: string): number[] {
  return list.split(",").flatMap((range) => {
    const [from, to] = range.split("-").map(Number);
    return Array.from({ length: (to ?? from!) - from! + 1 }, (_unused, index) => from! + index);
  });
}
