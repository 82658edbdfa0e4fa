import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Returns the start time of the process in the operating system's notation; undefined if no such process lives. Pids
 * are reused, so only pid and start time together identify a process.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform !== "linux") return ps(pid, "lstart=");
  const [state, ...rest] =
    readProc(pid, "stat")
      ?.replace(/^.*\) /s, "")
      .split(" ") ?? [];
  const isDead = state === undefined || state === "Z" || state === "X";
  return isDead ? undefined : rest[18]; // proc_pid_stat(5): (3) state … (22) starttime
}

/** Returns the command line of a living process; undefined if there is none or it is not readable. */
export function commandLine(pid: number): string | undefined {
  if (process.platform !== "linux") return ps(pid, "command=");
  return readProc(pid, "cmdline")?.replaceAll("\0", " ").trim() || undefined;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  const env = { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" };
  return (
    spawnSync("ps", ["-ww", "-o", column, "-p", String(pid)], { env, encoding: "utf8" }).stdout?.trim() || undefined
  );
}
