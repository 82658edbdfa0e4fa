import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { startEmbedded } from "#database/embedded/start.ts";
import { atEnd } from "./support/at-end.ts";
import { initialisedFolder, isRoot, temporaryFolder } from "./support/embedded-folders.ts";
import { inMountNamespace, mayMount } from "./support/mount-namespace.ts";
import { spawnEmbedded } from "./support/embedded-process.ts";

const asRoot = { skip: isRoot ? false : "NOT RUN: only root can test what happens to root" };
const asRootWithMounts = { skip: asRoot.skip || (mayMount ? false : "NOT RUN: this system does not let root mount") };
const UNPRIVILEGED = { uid: 65534, gid: 65534 };

void test("As root the cluster belongs to another user, the password to root", asRoot, async (t) => {
  const dataFolder = await initialisedFolder(t);
  const home = join(dataFolder, "postgres");
  assert.notEqual(statSync(join(home, "cluster")).uid, 0);
  assert.equal(statSync(join(home, "password")).uid, 0);
});

void test(
  "As root a cluster moves to /var/lib/lectern if its user cannot reach the data folder, and stays there",
  asRootWithMounts,
  async (t) => {
    const dataFolder = join(temporaryFolder(t), "private");
    mkdirSync(dataFolder, { mode: 0o700 });
    const script = `mount -t tmpfs tmpfs /var/lib && exec "$@"`;
    const child = spawnEmbedded({ dataFolder, role: "serve" }, { prefix: inMountNamespace(script) });
    atEnd(t, child.kill);
    await child.logged(new RegExp(`cannot reach ${dataFolder}\\. The database is in /var/lib/lectern/[0-9a-f]{16}\\.`));
    await child.event("ready");
    assert.equal(statSync(dataFolder).mode & 0o777, 0o700);
    assert.deepEqual(await child.query("select 1 as one"), [{ one: 1 }]);
    await child.stop();

    // The disk with /var/lib/lectern is unmounted: an empty database must not replace it.
    const next = spawnEmbedded({ dataFolder, role: "serve" });
    const { message } = await next.event("failed");
    assert.match(message ?? "", /postgres points to \/var\/lib\/lectern\/\w+, .* that folder is missing/);
  },
);

void test("As root in a checkout that others cannot reach, copies of the programs run", asRootWithMounts, async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "root", "checkout"), { recursive: true });
  chmodSync(join(folder, "root"), 0o700);
  const checkout = join(folder, "root", "checkout");
  const script = `mount -t tmpfs tmpfs /var/lib && mount --bind "${resolve(import.meta.dirname, "../..")}" "${checkout}" && exec "$@"`;
  const fixture = join(checkout, "test", "database", "support", "embedded-fixture.ts");
  const dataFolder = temporaryFolder(t);
  const child = spawnEmbedded({ dataFolder, role: "serve" }, { prefix: inMountNamespace(script), fixture });
  atEnd(t, child.kill);
  await child.logged(/programs run from \/var\/lib\/lectern\/postgresql-18\./);
  await child.event("ready");
  assert.deepEqual(await child.query("select 1 as one"), [{ one: 1 }]);
  assert.equal(realpathSync(join(dataFolder, "postgres")), join(dataFolder, "postgres"));
  await child.stop();
});

void test("As root a cluster that its user can no longer reach is reported and not replaced", asRoot, async (t) => {
  const dataFolder = await initialisedFolder(t);
  chmodSync(dataFolder, 0o700);
  const unreachable = { name: "EmbeddedDatabaseError", message: /cannot reach .*chmod/ };
  await assert.rejects(startEmbedded({ dataFolder, role: "serve", durable: false }), unreachable);
});

void test("As root a cluster that belongs to root is rejected with the command that fixes it", asRoot, async (t) => {
  const dataFolder = await initialisedFolder(t);
  const cluster = join(dataFolder, "postgres", "cluster");
  spawnSync("chown", ["-R", "0:0", cluster]);
  const owned = { name: "EmbeddedDatabaseError", message: /belongs to root.*chown -R postgres/ };
  await assert.rejects(startEmbedded({ dataFolder, role: "serve", durable: false }), owned);
  spawnSync("chown", ["-R", "65534:65534", cluster]);
  const server = await startEmbedded({ dataFolder, role: "serve", durable: false });
  await server.stop();
});

void test(
  "As an unprivileged user everything works, and root on the same data leaves nothing behind",
  asRoot,
  async (t) => {
    const dataFolder = join(temporaryFolder(t), "data");
    mkdirSync(dataFolder);
    chownSync(dataFolder, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
    const byRoot = await startEmbedded({ dataFolder, role: "command", durable: false });
    await byRoot.stop();

    const child = spawnEmbedded({ dataFolder, role: "serve" }, { user: UNPRIVILEGED });
    atEnd(t, child.kill);
    assert.equal((await child.event("ready")).owner, true);
    assert.equal(statSync(join(dataFolder, "postgres", "cluster")).uid, UNPRIVILEGED.uid);
    const attached = await startEmbedded({ dataFolder, role: "command" });
    assert.equal(attached.owner, false);
    await attached.stop();
    await child.stop();

    rmSync(dataFolder, { recursive: true });
    mkdirSync(dataFolder, { mode: 0o700 });
    chownSync(dataFolder, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
    const alone = spawnEmbedded({ dataFolder, role: "serve" }, { user: UNPRIVILEGED });
    atEnd(t, alone.kill);
    await alone.logged(/Preparing the database/);
    await alone.event("ready");
    await alone.stop();
  },
);

void test("As an unprivileged user, another user's data folder is reported with its owner", asRoot, async (t) => {
  const dataFolder = await initialisedFolder(t);
  const child = spawnEmbedded({ dataFolder, role: "serve" }, { user: UNPRIVILEGED });
  const { name, message } = await child.event("failed");
  assert.equal(name, "EmbeddedDatabaseError");
  assert.match(message ?? "", /belongs to the user with uid \d+, and Lectern runs with uid 65534/);

  const folder = temporaryFolder(t);
  const other = spawnEmbedded({ dataFolder: join(folder, "data"), role: "serve" }, { user: UNPRIVILEGED });
  assert.match((await other.event("failed")).message ?? "", /uid 65534 cannot write to .*data/);
  assert.equal(existsSync(join(folder, "data")), false);
});
