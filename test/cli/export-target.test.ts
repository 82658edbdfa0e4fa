import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
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
import { openExportTarget } from "../../src/cli/export-target.ts";
import { failureOf } from "../../src/cli/failure.ts";

const main = path.join(import.meta.dirname, "../../src/cli/main.ts");
const skip = !existsSync("/dev/full");

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-test-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

void test("An export to a full disk names the file, and leaves what was there", { skip }, async (t) => {
  const file = path.join(aFolder(t), "ana.zip");
  writeFileSync(file, "earlier");
  symlinkSync("/dev/full", `${file}.part`);
  const target = await openExportTarget(file);
  const error: unknown = await target.write(Buffer.from("later")).catch((one: unknown) => one);
  await target.close();
  const { exitCode, code, message } = failureOf(error);
  assert.deepEqual([exitCode, code], [1, "storage_unavailable"]);
  assert.match(message, /ana\.zip cannot be read or written \(ENOSPC\): the disk is full\./);
  assert.deepEqual([readdirSync(path.dirname(file)), readFileSync(file, "utf8")], [["ana.zip"], "earlier"]);
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
