import { spawn } from "node:child_process";
import os from "node:os";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";

/*
 * Runs the checks of `npm run check`, as many at a time as there are cores, and writes the output of each that fails:
 *
 *   npm run check
 */

/** The slowest first, so that no core waits for one that started last. */
const checks = ["types", "lint", "spelling", "sources", "unused", "format"];

const waiting = [...checks];
const failed: string[] = [];
await Promise.all(Array.from({ length: os.availableParallelism() }, runChecks));
if (failed.length > 0) console.error(`✖ failed: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runChecks(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await run(check);
}

async function run(check: string): Promise<void> {
  const child = spawn("npm", ["run", "--silent", `check:${check}`], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: "1" }) },
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code === 0) {
    console.log(`✔ ${check}`);
    return;
  }
  failed.push(check);
  const lines = `${output}${errors}`.trimEnd();
  console.log(`✖ ${check}${stripVTControlCharacters(lines) === "" ? "" : `\n${lines}`}`);
}
