import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { findPostmaster } from "#database/embedded/postmaster.ts";
import { atEnd } from "./support/at-end.ts";
import { initialisedFolder, temporaryFolder } from "./support/embedded-folders.ts";
import { spawnEmbedded } from "./support/embedded-process.ts";

void test("One of many concurrent first starts serves, the others report its pid, and commands attach to it", async (t) => {
  const dataFolder = temporaryFolder(t);
  const serves = [1, 2, 3].map(() => start(t, dataFolder, "serve"));
  const outcomes = await Promise.all(
    serves.map((serve) => Promise.race([serve.event("ready"), serve.event("failed")])),
  );
  const winner = serves[outcomes.findIndex(({ event }) => event === "ready")];
  assert.ok(winner);
  const losers = outcomes.filter(({ event }) => event === "failed");
  assert.equal(losers.length, 2);
  for (const { name, message } of losers) {
    assert.equal(name, "EmbeddedDatabaseError");
    assert.match(message ?? "", new RegExp(`^The Lectern server with pid ${winner.pid} already serves .*LECTERN_DATA`));
  }
  assert.deepEqual(await winner.query("select 1 as one"), [{ one: 1 }]);

  const command = start(t, dataFolder, "command");
  assert.equal((await command.event("ready")).owner, false);
  await command.stop();
  assert.deepEqual(await winner.query("select 2 as two"), [{ two: 2 }]);
});

void test("A command next to a serve that is creating its cluster waits until it is ready", async (t) => {
  const dataFolder = temporaryFolder(t);
  const serve = start(t, dataFolder, "serve");
  await serve.logged(/Preparing the database/);
  const command = start(t, dataFolder, "command");
  assert.equal((await command.event("ready")).owner, false);
  assert.deepEqual(await command.query("select current_database() as name"), [{ name: "lectern" }]);
});

void test("The one of two concurrent commands that owns the server waits for the other before it stops the server", async (t) => {
  const dataFolder = await initialisedFolder(t);
  const commands = [start(t, dataFolder, "command"), start(t, dataFolder, "command")];
  const ready = await Promise.all(commands.map((command) => command.event("ready")));
  assert.equal(ready.filter(({ owner }) => owner).length, 1);
  const [owner, attached] = ready[0]?.owner ? commands : commands.toReversed();
  assert.ok(owner && attached);

  const stopped = owner.stop();
  await owner.logged(/Another command still uses the database/);
  assert.deepEqual(await attached.query("select 1 as one"), [{ one: 1 }]);
  await attached.stop();
  await stopped;
  await owner.event("stopped");
  assert.equal(findPostmaster(join(dataFolder, "postgres", "cluster")), undefined);
});

void test("A killed command that was attached does not keep the owner waiting", async (t) => {
  const dataFolder = await initialisedFolder(t);
  const owner = start(t, dataFolder, "command");
  await owner.event("ready");
  const attached = start(t, dataFolder, "command");
  await attached.event("ready");
  const stopped = owner.stop();
  await owner.logged(/Another command still uses the database/);
  await attached.kill();
  await stopped;
  await owner.event("stopped");
});

void test("A serve started during a command waits for it, then starts its own server", async (t) => {
  const dataFolder = await initialisedFolder(t);
  const command = start(t, dataFolder, "command");
  await command.event("ready");
  const serve = start(t, dataFolder, "serve");
  await serve.logged(new RegExp(`Waiting for the Lectern command with pid ${command.pid}`, "i"));
  assert.deepEqual(await command.query("select 1 as one"), [{ one: 1 }]);
  await command.stop();
  assert.equal((await serve.event("ready")).owner, true);
});

void test("A stopping serve does not wait for a command that is attached", async (t) => {
  const dataFolder = await initialisedFolder(t);
  const serve = start(t, dataFolder, "serve");
  await serve.event("ready");
  const command = start(t, dataFolder, "command");
  await command.event("ready");
  await serve.stop();
  await serve.event("stopped");
});

void test("A serve killed with kill -9 leaves no lock behind, even when its pid was reused", async (t) => {
  const dataFolder = await initialisedFolder(t);
  const serve = start(t, dataFolder, "serve");
  await serve.event("ready");
  const note = join(dataFolder, "postgres", "serve.json");
  await serve.kill();
  writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, "utf8")), pid: process.pid }));
  const next = start(t, dataFolder, "serve");
  assert.equal((await next.event("ready")).owner, true);
});

function start(t: TestContext, dataFolder: string, role: "serve" | "command") {
  const child = spawnEmbedded({ dataFolder, role });
  atEnd(t, child.kill);
  return child;
}
