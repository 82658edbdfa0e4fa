import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { openExportTarget } from "../../src/cli/export/export-target.ts";
import type { Failure } from "../../src/cli/terminal/command-line-failure.ts";
import { failureOf } from "../../src/cli/terminal/failure.ts";
import { withLimitedFiles } from "../support/worlds/limited-files.ts";

const main = path.join(import.meta.dirname, "../../src/cli/main.ts");
const skip = !existsSync("/dev/full");

type Three = [string, string, string];

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-test-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

void test("An export to a file system without room names the file, and leaves what was there", (t) => {
  const file = path.join(aFolder(t), "ana.zip");
  writeFileSync(file, "earlier");
  const printed = withLimitedFiles(
    `import { openExportTarget } from "./src/cli/export/export-target.ts";
     import { failureOf } from "./src/cli/terminal/failure.ts";
     const target = await openExportTarget(process.argv[1]);
     const error = await target.write(Buffer.alloc(100_000)).catch((one) => one);
     await target.close();
     console.log(JSON.stringify(failureOf(error)));`,
    file,
  );
  const { exitCode, code, message } = JSON.parse(printed) as Failure;
  assert.deepEqual([exitCode, code], [1, "storage_unavailable"]);
  assert.match(message, /ana\.zip cannot be read or written \(EFBIG\)/);
  assert.deepEqual([readdirSync(path.dirname(file)), readFileSync(file, "utf8")], [["ana.zip"], "earlier"]);
});

void test("An export to a device or to a link writes there, and replaces neither", { skip }, async (t) => {
  const folder = aFolder(t);
  const [device, linked, file] = ["device", "linked", "ana.zip"].map((name) => path.join(folder, name)) as Three;
  symlinkSync("/dev/null", device);
  writeFileSync(file, "earlier");
  symlinkSync(file, linked);
  for (const name of [device, linked]) {
    const target = await openExportTarget(name);
    await target.write("later");
    await target.keep();
    await target.close();
    assert.ok(lstatSync(name).isSymbolicLink(), name);
  }
  assert.deepEqual([readdirSync(folder), readFileSync(file, "utf8")], [["ana.zip", "device", "linked"], "later"]);

  const full = path.join(folder, "full");
  symlinkSync("/dev/full", full);
  const target = await openExportTarget(full);
  const error: unknown = await target.write("later").catch((one: unknown) => one);
  await target.close();
  assert.match(failureOf(error).message, /full cannot be read or written \(ENOSPC\): the disk is full\./);
});

void test("A command whose output goes to a full disk fails with one line", { skip }, (t) => {
  const full = openSync("/dev/full", "w");
  t.after(() => closeSync(full));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [main, ...args], { stdio: ["ignore", full, "pipe"], encoding: "utf8" });
  const message = "The output cannot be written (ENOSPC). The command may have taken effect.";
  const { status, stderr } = run("--help");
  assert.deepEqual([status, stderr], [1, `lectern: ${message}\n`]);
  const json = run("--help", "--json");
  assert.deepEqual([json.status, JSON.parse(json.stderr)], [1, { error: { code: "storage_unavailable", message } }]);
});
