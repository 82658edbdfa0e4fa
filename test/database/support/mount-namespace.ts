import { spawnSync } from "node:child_process";

/** Whether this process may mount file systems that nobody else sees (root on Linux, in most containers not). */
export const mayMount =
  process.getuid?.() === 0 && spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

/** The beginning of a command that runs the rest by a shell script (as its `"$@"`) with mounts of its own. */
export function inMountNamespace(script: string): string[] {
  return ["unshare", "-m", "/bin/sh", "-c", script, "sh"];
}
