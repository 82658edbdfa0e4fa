import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { atEnd } from "./at-end.ts";

/** Whether this process can create private mounts (root on Linux, in most containers not). */
export const mayMount =
  process.getuid?.() === 0 && spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

/** A command prefix that runs the rest by a shell script (as its `"$@"`) in its own mount namespace. */
export function inMountNamespace(script: string): string[] {
  return ["unshare", "-m", "/bin/sh", "-c", script, "sh"];
}

/** A private disk of the test, mounted at `folder` for processes started with `prefix`. `size` as in `mount -o`. */
export async function mountDisk(t: TestContext, folder: string, size: string) {
  mkdirSync(folder, { recursive: true });
  const script = 'mount -t tmpfs -o mode=755,size="$2" tmpfs "$1" && echo mounted && exec sleep 600';
  const holder = spawn("unshare", ["-m", "/bin/sh", "-c", script, "sh", folder, size]);
  atEnd(t, () => holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  const enter = ["-t", String(holder.pid), "-m", "--"];
  return {
    prefix: ["nsenter", ...enter],
    /** The folder as seen from outside of the namespace. */
    path: (name: string) => join(`/proc/${holder.pid}/root`, folder, name),
    remount(option: string) {
      const result = spawnSync("nsenter", [...enter, "mount", "-o", `remount,${option}`, folder], { encoding: "utf8" });
      assert.equal(result.status, 0, result.stderr);
    },
  };
}
