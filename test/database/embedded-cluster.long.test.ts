import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { findBinaries, linkLibraries } from "#database/embedded/binaries.ts";
import { startEmbedded } from "#database/embedded/start.ts";
import { atEnd } from "./support/at-end.ts";
import { initialisedFolder, temporaryFolder } from "./support/embedded-folders.ts";
import { spawnEmbedded } from "./support/embedded-process.ts";
import { until } from "../support/until.ts";

void test("A stale postmaster.pid, of a dead process or with a reused pid, does not prevent the start", async (t) => {
  const dataFolder = await initialisedFolder(t);
  const cluster = join(dataFolder, "postgres", "cluster");
  const first = start(t, dataFolder);
  const { connection } = await first.event("ready");
  await first.query("create table kept (id int)");
  const content = readFileSync(join(cluster, "postmaster.pid"), "utf8");
  assert.ok(content.includes(connection?.host ?? "?"));
  await first.kill();
  await until(() => !existsSync(join(cluster, "postmaster.pid")), "the server ends");

  // The user that PostgreSQL runs as: it ignores a pid of another user.
  const owner = statSync(cluster);
  const unrelated = spawn("/bin/sh", ["-c", "echo started; exec sleep 60"], {
    uid: owner.uid,
    gid: owner.gid,
    cwd: "/",
  });
  atEnd(t, () => unrelated.kill("SIGKILL"));
  await once(unrelated.stdout, "data");
  const dead = spawn("/bin/true");
  await once(dead, "exit");
  for (const pid of [unrelated.pid, dead.pid]) {
    writeFileSync(join(cluster, "postmaster.pid"), content.replace(/^\d+/, String(pid)), { mode: 0o600 });
    chownSync(join(cluster, "postmaster.pid"), owner.uid, owner.gid);
    const next = start(t, dataFolder);
    await next.event("ready");
    assert.deepEqual(await next.query("select * from kept"), []);
    await next.stop();
  }
  assert.equal(unrelated.exitCode, null);
});

void test("A cluster whose creation was interrupted by kill -9 is created again", async (t) => {
  const dataFolder = temporaryFolder(t);
  const first = start(t, dataFolder);
  const home = join(dataFolder, "postgres");
  const draft = () => existsSync(home) && readdirSync(home).find((name) => name.startsWith("making-"));
  await until(() => draft() && existsSync(join(home, draft() || "", "cluster", "PG_VERSION")), "initdb has begun");
  await first.kill();
  assert.equal(existsSync(join(home, "cluster")), false);

  const next = start(t, dataFolder);
  await next.event("ready");
  assert.deepEqual(await next.query("select 1 as one"), [{ one: 1 }]);
  assert.equal(draft(), undefined);
});

void test("A cluster of another version is rejected with both versions named, and nothing is changed", async (t) => {
  const dataFolder = await initialisedFolder(t);
  const home = join(dataFolder, "postgres");
  writeFileSync(join(home, "cluster", "PG_VERSION"), "17\n");
  rmSync(join(home, "owner.lock"));
  rmSync(join(home, "serve.lock"));
  const before = listing(home);
  await assert.rejects(startEmbedded({ dataFolder, role: "serve" }), {
    name: "EmbeddedDatabaseError",
    message: /created by PostgreSQL 17\. .* PostgreSQL 18, .*Nothing was changed.*pg_upgrade/,
  });
  assert.deepEqual(listing(home), before);
});

void test("A folder with other files is never deleted", async (t) => {
  const dataFolder = await initialisedFolder(t);
  const cluster = join(dataFolder, "postgres", "cluster");
  rmSync(join(cluster, "PG_VERSION"));
  const before = listing(cluster);
  await assert.rejects(startEmbedded({ dataFolder, role: "serve" }), { message: /PG_VERSION is missing/ });
  assert.deepEqual(listing(cluster), before);
});

void test("A lost or wrong password, a missing home folder and an obstructing file are explained", async (t) => {
  const dataFolder = await initialisedFolder(t);
  const password = join(dataFolder, "postgres", "password");
  writeFileSync(password, "another");
  const wrong = { name: "EmbeddedDatabaseError", message: /The password in .* does not match .* backup/ };
  await assert.rejects(startEmbedded({ dataFolder, role: "serve", durable: false }), wrong);
  rmSync(password);
  await assert.rejects(startEmbedded({ dataFolder, role: "serve", durable: false }), {
    message: /password.* is missing/,
  });

  const elsewhere = temporaryFolder(t);
  symlinkSync(join(elsewhere, "gone"), join(elsewhere, "postgres"));
  await assert.rejects(startEmbedded({ dataFolder: elsewhere, role: "serve" }), {
    message: /points to .*gone.* is missing/,
  });
  assert.equal(existsSync(join(elsewhere, "gone")), false);
  writeFileSync(join(elsewhere, "file"), "");
  const inTheWay = { name: "EmbeddedDatabaseError", message: /must be a folder, but is something else/ };
  await assert.rejects(startEmbedded({ dataFolder: join(elsewhere, "file"), role: "serve" }), inTheWay);
});

void test("Without PostgreSQL binaries for the system the message points to DATABASE_URL", () => {
  assert.throws(() => findBinaries("win32-x64"), {
    name: "EmbeddedDatabaseError",
    message: /win32-x64 .*DATABASE_URL/,
  });
});

void test("Missing links to the libraries, which npm can omit, are created; with them the folder can be read-only", (t) => {
  const root = join(temporaryFolder(t), "package");
  cpSync(findBinaries().root, root, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(root, "native", "pg-symlinks.json"), "utf8")) as { target: string }[];
  for (const { target } of links) rmSync(join(root, target), { force: true });
  linkLibraries({ root });
  for (const { target } of links) assert.ok(existsSync(join(root, target)), target);
  const modified = statSync(join(root, "native", "lib")).mtimeMs;
  linkLibraries({ root });
  assert.equal(statSync(join(root, "native", "lib")).mtimeMs, modified);
});

function listing(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return entries.map((name) => `${name} ${lstatSync(join(folder, name)).mtimeMs}`);
}

function start(t: TestContext, dataFolder: string) {
  const child = spawnEmbedded({ dataFolder, role: "serve" });
  atEnd(t, child.kill);
  return child;
}
