import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Pids of all descendants, also in other sessions. */
export function descendantsOf(pid: number): number[] {
  const parents = parentsOfAll();
  const descendants: number[] = [];
  const visit = (parent: number) => {
    for (const [child, above] of parents) {
      if (above !== parent) continue;
      descendants.push(child);
      visit(child);
    }
  };
  visit(pid);
  return descendants;
}

function parentsOfAll(): [pid: number, parent: number][] {
  if (!existsSync("/proc/self/stat")) {
    const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
    return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): [number, number][] => {
      try {
        // proc(5): the program name is in parentheses and may contain any character.
        const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)!.split(" ");
        return [[Number(name), Number(fields[1])]];
      } catch {
        return [];
      }
    });
}
