import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { writeTarball } from "../../tools/package/tarball.ts";

void test("The same content gives the same archive, with links and executable files", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-tarball-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const content = path.join(folder, "content");
  mkdirSync(path.join(content, "lib"), { recursive: true });
  writeFileSync(path.join(content, "lectern"), "#!/bin/sh\n", { mode: 0o700 });
  writeFileSync(path.join(content, "lib/large.bin"), Buffer.alloc(300_000, "knots"));
  symlinkSync("large.bin", path.join(content, "lib/link"));
  const [first, second] = [path.join(folder, "1.tar.gz"), path.join(folder, "2.tar.gz")];
  await writeTarball(content, "lectern-1.2.3", first);
  utimesSync(path.join(content, "lectern"), new Date(), new Date(0));
  await writeTarball(content, "lectern-1.2.3", second);
  assert.deepEqual(readFileSync(first), readFileSync(second));
  execFileSync("tar", ["-xzf", first], { cwd: folder });
  const unpacked = path.join(folder, "lectern-1.2.3");
  assert.equal(lstatSync(path.join(unpacked, "lectern")).mode & 0o777, 0o755);
  assert.equal(lstatSync(path.join(unpacked, "lib/large.bin")).mode & 0o777, 0o644);
  assert.deepEqual(readFileSync(path.join(unpacked, "lib/link")), Buffer.alloc(300_000, "knots"));
});
