import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { requestText } from "./request.ts";
import { compareArchives } from "./compare.ts";
import { fillInstallation, host } from "./fill.ts";
import { freePort, startProduct } from "./product.ts";
import { startWriting } from "./writing.ts";

const usage = `Usage: node bench/backup/main.ts [options]

Backs up an installation while eight writers refresh tokens, verifies the archive, restores it into an empty one and
compares that with the archive: every row, every byte of every file, and a token from before the backup. Target: the restore takes at most three minutes.

  --members <number>  members, with ten enrollments each (default 20000)
  --files <number>    files of 1 to 200 kB (default 10000)
  --help              show this help
`;

const target = 180;
const { values } = parseArgs({
  options: {
    members: { type: "string", default: "20000" },
    files: { type: "string", default: "10000" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) process.stdout.write(usage);
else await run(Number(values.members), Number(values.files));

async function run(members: number, files: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-drill-"));
  // As root, the database runs as another user, which needs access to its data.
  chmodSync(folder, 0o755);
  const settings = { LECTERN_ENV: "production", LECTERN_SECRET_KEY: randomBytes(32).toString("hex") };
  const source = { ...settings, LECTERN_DATA: path.join(folder, "source"), LECTERN_PORT: await freePort() };
  const copy = { ...settings, LECTERN_DATA: path.join(folder, "copy"), LECTERN_PORT: await freePort() };
  try {
    const filled = await timed("filled", () => fillInstallation(source, { members, files }));
    const archive = path.join(folder, "drill.tar");
    const original = await startProduct(source);
    const writing = startWriting(source.LECTERN_PORT, filled);
    await timed("backed up", () => lectern(["backup", archive], source));
    note(`${await writing.stop()} writes during the backup`);
    await original.stop();
    note(`archive: ${(statSync(archive).size / 1e6).toFixed(0)} MB`);
    await timed("verified", () => lectern(["backup", "verify", archive], {}));
    const seconds = await timed("restored", () => lectern(["restore", archive], copy), true);
    const second = path.join(folder, "copy.tar");
    await timed("backed up the copy", () => lectern(["backup", second], copy));
    note(await timed("compared", () => compareArchives(archive, second)));
    const restored = await startProduct(copy);
    const answer = await requestText(copy.LECTERN_PORT, host, "/api/oauth/userinfo", { bearer: filled.access });
    assert.match(answer, /^200 .*"sub"/s, answer);
    await restored.stop();
    note("a token from before the backup is valid");
    note(`${seconds <= target ? "reached" : "missed"}: restore in at most ${target} s`);
    if (seconds > target) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
async function timed(name: string, work: () => Promise<unknown>, isMeasured: true): Promise<number>;
async function timed(name: string, work: () => Promise<unknown>, isMeasured?: true): Promise<unknown> {
  const begin = performance.now();
  const result = await work();
  const seconds = (performance.now() - begin) / 1000;
  note(`${name} in ${seconds.toFixed(1)} s`);
  return isMeasured ? seconds : result;
}

async function lectern(args: readonly string[], env: Record<string, string>): Promise<void> {
  const main = path.join(import.meta.dirname, "../../src/cli/main.ts");
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, peakMemory(child.pid));
  }, 100);
  const [code, output] = await Promise.all([
    new Promise<number | null>((resolve) => child.on("close", resolve)),
    text(child.stdout),
  ]);
  clearInterval(sampling);
  assert.equal(code, 0, output);
  if (peak > 0) note(`  peak memory of the command: ${(peak / 1024).toFixed(0)} MB`);
}

/** Kilobytes, on Linux; 0 elsewhere. */
function peakMemory(pid = 0): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function note(line: string): void {
  process.stdout.write(`${line}\n`);
}
