import { spawn } from "node:child_process";
import path from "node:path";
import { text } from "node:stream/consumers";

const command = path.join(import.meta.dirname, "../../../cli/main.ts");

/**
 * Runs `lectern backup` with the settings of this process. A process of its own, because reading and hashing all rows
 * would block the event loop. Returns its answer as JSON.
 */
export async function runBackupCommand(stopping: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [command, "backup", "--json"], {
    env: process.env,
    stdio: ["ignore", "pipe", "pipe"],
    signal: stopping,
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  const [status, answer, complaint] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  // With an answer, the archive is complete, but the storage has lost files. Another backup would find the same.
  if (answer === "") throw new Error(`The scheduled backup failed (exit status ${status}): ${complaint}`);
  return answer;
}
