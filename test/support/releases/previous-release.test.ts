import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { previousRelease } from "./previous-release.ts";

void test("Missing sources of the previous release are reported, and fail where the history is complete", (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-clone-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { folder: sources, description } = previousRelease(folder);
  assert.equal(sources, undefined);
  assert.match(description, /^The sources of [\d.]+ are missing, because this is no clone\.$/);
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  assert.throws(() => previousRelease(folder), /The history has no commit v[\d.]+ or [0-9a-f]{40}\. Fetch the tags/);
});
