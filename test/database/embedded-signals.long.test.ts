import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { findPostmaster } from "#database/embedded/postmaster.ts";
import { atEnd } from "./support/at-end.ts";
import { initialisedFolder, temporaryFolder } from "./support/embedded-folders.ts";
import { type EmbeddedProcess, spawnEmbedded } from "./support/embedded-process.ts";
import { until } from "../support/until.ts";

const clusterOf = (dataFolder: string) => join(dataFolder, "postgres", "cluster");

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  void test(`A process that gets ${signal} shuts its server down`, async (t) => {
    const { dataFolder, child } = await running(t);
    child.signal(signal);
    await child.event("stopped");
    await child.ended;
    assert.equal(findPostmaster(clusterOf(dataFolder)), undefined);
  });
}

void test("Ctrl-C, a SIGINT to the whole process group, leaves the server to its process", async (t) => {
  const { child } = await running(t);
  child.signalGroup("SIGINT");
  await child.event("stopped");
  assert.deepEqual(
    child.told.filter(({ event }) => event === "hit before it was asked"),
    [],
  );
});

void test("A process killed with kill -9 takes its server along, and nothing committed is lost", async (t) => {
  const { dataFolder, child } = await running(t);
  await child.query("create table kept (id int)");
  await child.query("insert into kept values (1)");
  await child.kill();
  await until(() => !findPostmaster(clusterOf(dataFolder)), "the server ends");

  const next = await running(t, dataFolder);
  assert.deepEqual(await next.child.query("select id from kept"), [{ id: 1 }]);
});

void test("The next start need not wait for the server of a killed process to end", async (t) => {
  const { dataFolder, child } = await running(t);
  await child.kill();
  const next = await running(t, dataFolder);
  assert.deepEqual(await next.child.query("select 1 as one"), [{ one: 1 }]);
});

void test("A server whose process and watchdog were both killed is stopped by the next start", async (t) => {
  const { dataFolder, child } = await running(t);
  await child.query("create table kept (id int)");
  const postmaster = findPostmaster(clusterOf(dataFolder));
  const processes = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/ +/).map(Number));
  const watchdog = processes.find(([pid]) => pid === postmaster?.pid)?.[1] ?? 0;
  const reader = processes.find(([pid, parent]) => parent === watchdog && pid !== postmaster?.pid)?.[0] ?? 0;
  // While it is suspended it cannot notice the end of the watchdog, and start the server again.
  child.signal("SIGSTOP");
  for (const pid of [reader, watchdog]) process.kill(pid, "SIGKILL");
  await child.kill();
  assert.equal(findPostmaster(clusterOf(dataFolder))?.pid, postmaster?.pid);

  const next = await running(t, dataFolder);
  await next.child.logged(/was left running by a Lectern process that has ended/);
  assert.deepEqual(await next.child.query("select id from kept"), []);
});

void test("A killed server is started again by its process, and the next start has all committed data", async (t) => {
  const { dataFolder, child } = await running(t);
  await child.query("create table kept (id int)");
  await child.query("insert into kept values (1)");
  process.kill(findPostmaster(clusterOf(dataFolder))?.pid ?? 0, "SIGKILL");
  await child.logged(/ended unexpectedly/);
  await child.logged(/was started again/);
  await child.kill();

  const next = await running(t, dataFolder);
  assert.deepEqual(await next.child.query("select id from kept"), [{ id: 1 }]);
});

void test("A missing socket folder is created again, and a folder with a long path gets a short one elsewhere", async (t) => {
  const dataFolder = await initialisedFolder(t);
  rmSync(join(dataFolder, "postgres", "socket"), { recursive: true });
  const { child } = await running(t, dataFolder);
  await child.stop();

  const long = join(temporaryFolder(t), "a-name-so-long-that-no-socket-fits-below-it".repeat(3));
  mkdirSync(long);
  chmodSync(long, 0o755);
  const other = await running(t, long);
  const { connection } = await other.child.event("ready");
  assert.ok(connection && !connection.host.startsWith(long) && statSync(connection.host).mode % 0o1000 === 0o700);
  await other.child.kill();
  await until(() => !statSync(connection.host, { throwIfNoEntry: false }), "the folder is removed");
});

async function running(t: TestContext, folder?: string): Promise<{ dataFolder: string; child: EmbeddedProcess }> {
  const dataFolder = folder ?? (await initialisedFolder(t));
  const child = spawnEmbedded({ dataFolder, role: "serve" });
  atEnd(t, child.stop);
  await child.event("ready");
  return { dataFolder, child };
}
