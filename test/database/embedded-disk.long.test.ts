import assert from "node:assert/strict";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atEnd } from "./support/at-end.ts";
import { initialisedFolder, temporaryFolder } from "./support/embedded-folders.ts";
import { mayMount, mountDisk } from "./support/mount-namespace.ts";
import { spawnEmbedded, type EmbeddedProcess } from "./support/embedded-process.ts";

const MEGABYTE = 1024 * 1024;
const withMounts = {
  skip: mayMount
    ? false
    : "NOT RUN: only root, where it may mount, can test a disk of its own; a limit of file sizes stands in",
};
const FULL = /^The disk that holds .* is full\. Nothing that was committed is lost: free some space/;

void test(
  "Committed data survives a full disk and is complete when space is available again",
  withMounts,
  async (t) => {
    const dataFolder = join(temporaryFolder(t), "data");
    const disk = await mountDisk(t, dataFolder, "140m");
    const start = () => {
      const child = spawnEmbedded({ dataFolder, role: "serve", durable: true }, { prefix: disk.prefix });
      atEnd(t, child.kill);
      return child;
    };
    writeFileSync(disk.path("reserve"), Buffer.alloc(40 * MEGABYTE));
    const first = start();
    await first.event("ready");
    const { kept, error } = await fill(first);
    assert.match(error + first.told.map(({ line }) => line).join(), /No space left on device/);
    t.diagnostic(`${kept} rows were committed, then: ${error}`);
    await first.stop();

    assert.throws(() => writeFileSync(disk.path("ballast"), Buffer.alloc(100 * MEGABYTE)), { code: "ENOSPC" });
    const onFullDisk = await start().event("failed");
    assert.equal(onFullDisk.name, "EmbeddedDatabaseError");
    assert.match(onFullDisk.message ?? "", FULL);

    for (const name of ["ballast", "reserve"]) rmSync(disk.path(name));
    const again = start();
    await again.event("ready");
    assert.deepEqual(await again.query(`select count(*)::int as kept from filled where id <= ${kept}`), [{ kept }]);
  },
);

void test(
  "A disk too small for the first start is reported, and the start succeeds when it has grown",
  withMounts,
  async (t) => {
    const dataFolder = join(temporaryFolder(t), "data");
    const disk = await mountDisk(t, dataFolder, "20m");
    const failed = await spawnEmbedded({ dataFolder, role: "serve" }, { prefix: disk.prefix }).event("failed");
    assert.match(failed.message ?? "", FULL);
    assert.equal(existsSync(disk.path("postgres/cluster")), false);
    assert.deepEqual(
      readdirSync(disk.path("postgres")).filter((name) => name.startsWith("making-")),
      [],
    );

    disk.remount("size=140m");
    const child = spawnEmbedded({ dataFolder, role: "serve" }, { prefix: disk.prefix });
    atEnd(t, child.kill);
    await child.event("ready");
  },
);

void test("A read-only disk is reported, at the first start and later", withMounts, async (t) => {
  const dataFolder = join(temporaryFolder(t), "data");
  const disk = await mountDisk(t, dataFolder, "140m");
  const start = () => spawnEmbedded({ dataFolder, role: "serve" }, { prefix: disk.prefix });
  const isReadOnly = async () => {
    disk.remount("ro");
    const { name, message } = await start().event("failed");
    assert.equal(name, "EmbeddedDatabaseError");
    assert.match(message ?? "", /^The disk that holds .*data\S* is read-only\. Mount it for writing/);
    disk.remount("rw");
  };
  await isReadOnly();
  const first = start();
  await first.event("ready");
  await first.query("create table kept (id int)");
  await first.stop();
  await isReadOnly();
  const later = start();
  await later.event("ready");
  assert.deepEqual(await later.query("select * from kept"), []);
  await later.stop();
});

void test("Committed data survives a file that cannot grow and is complete when it can", async (t) => {
  const dataFolder = await initialisedFolder(t);
  const limit = String((20 * MEGABYTE) / 512); // POSIX counts blocks of 512 bytes
  const prefix = ["/bin/sh", "-c", 'ulimit -f "$0" && exec "$@"', limit];
  const limited = spawnEmbedded({ dataFolder, role: "serve", durable: true }, { prefix });
  atEnd(t, limited.kill);
  await limited.event("ready");
  const { kept, error } = await fill(limited);
  assert.match(error, /File too large/);
  assert.deepEqual(await limited.query("select count(*)::int as kept from filled"), [{ kept }]);
  await limited.kill();

  const again = spawnEmbedded({ dataFolder, role: "serve" });
  atEnd(t, again.kill);
  await again.event("ready");
  assert.deepEqual(await again.query("select count(*)::int as kept from filled"), [{ kept }]);
});

/** Commits rows until the database fails; returns how many were acknowledged. */
async function fill(child: EmbeddedProcess): Promise<{ kept: number; error: string }> {
  await child.query("create table filled (id int, pad text)");
  for (let kept = 0; ; kept += 1000) {
    assert.ok(kept < 1_000_000, "the disk does not fill up");
    const answer = await child.query(
      `insert into filled select ${kept} + n, repeat('x', 1500) from generate_series(1, 1000) n`,
    );
    if (typeof answer === "string") return { kept, error: answer };
  }
}
