import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { packArchives } from "../../tools/pack-archive.ts";
import { freePort, type ServerProcess, startServer } from "../support/processes/server-process.ts";

const run = promisify(execFile);
const platform = `${process.platform}-${process.arch}`;

void describe("The archive of a platform", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-archive-"));
  const unpacked = path.join(folder, "unpacked");
  let server: ServerProcess | undefined;

  before(async () => {
    // PostgreSQL, which never runs as root, needs a way to its files.
    chmodSync(folder, 0o755);
    await packArchives(folder, { versions: ["0.9.1"] });
    mkdirSync(unpacked);
  });
  after(async () => {
    await server?.killTree();
    rmSync(folder, { recursive: true });
  });

  void test("has a checksum, and serves a school in an empty folder without other programs", async () => {
    await run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: folder });
    await run("tar", ["-xzf", path.join(folder, `lectern-0.9.1-${platform}.tar.gz`)], { cwd: unpacked });
    assert.deepEqual(readdirSync(unpacked), [`lectern-0.9.1-${platform}`]);
    const command = path.join(unpacked, `lectern-0.9.1-${platform}/lectern`);
    const { stdout } = await run("/usr/bin/env", ["-i", command, "--version"]);
    assert.equal(stdout, "0.9.1\n");
    const empty = path.join(folder, "empty");
    mkdirSync(empty);
    const port = await freePort();
    const words = ["/usr/bin/env", "-i", `LECTERN_PORT=${port}`, command, "serve"] as const;
    server = await startServer({ LECTERN_PORT: port }, words, empty);
    for (const page of ["/", "/readyz", "/docs/guides/quickstart", "/openapi.json"])
      assert.equal((await fetch(`http://localhost:${port}${page}`)).status, 200, page);
    assert.equal(await server.stop(), 0);
  });

  void test("names its release, and brings licenses", () => {
    const top = path.join(unpacked, `lectern-0.9.1-${platform}`);
    const release: unknown = JSON.parse(readFileSync(path.join(top, "release.json"), "utf8"));
    assert.deepEqual(release, { name: "lectern", version: "0.9.1", platform });
    const files = readdirSync(top);
    for (const name of ["LICENSE", "NOTICE", "README.md"]) assert.ok(files.includes(name), name);
    assert.ok(readdirSync(path.join(top, "runtime")).includes("LICENSE"));
  });
});
