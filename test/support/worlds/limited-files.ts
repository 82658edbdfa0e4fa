import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");

/** Evaluates a module in a process whose files cannot grow beyond a few hundred bytes, and returns what it printed. */
export function withLimitedFiles(code: string, ...args: string[]): string {
  const command = [
    "-c",
    'ulimit -f 1; exec "$0" "$@"',
    process.execPath,
    "--input-type=module",
    "--eval",
    code,
    ...args,
  ];
  const { status, stdout, stderr } = spawnSync("sh", command, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
