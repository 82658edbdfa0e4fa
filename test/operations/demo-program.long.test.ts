import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { demoLock } from "#demo/plant-demo.ts";
import { aScratchDatabase, type ScratchDatabase } from "../database/support/scratch-database.ts";
import { databaseLocation } from "../support/databases/database-location.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { descendantsOf } from "../support/processes/process-tree.ts";
import { freePort, type ServerProcess, spawnServer } from "../support/processes/server-process.ts";
import { aTcpProxy } from "../support/doubles/tcp-proxy.ts";

const reportsModules = `--import=${pathToFileURL(path.join(import.meta.dirname, "../support/releases/report-modules.ts")).href}`;

/** A server in development that creates the demo in an empty database. */
async function aFirstStart(scratch: ScratchDatabase, env: Record<string, string> = {}) {
  const { target, url } = databaseLocation();
  const proxy = await aTcpProxy(target);
  url.host = `127.0.0.1:${proxy.port}`;
  url.pathname = `/${scratch.name}`;
  const folder = temporaryDataFolder();
  const server = spawnServer({
    ...env,
    LECTERN_ENV: "development",
    LECTERN_DATA: folder,
    LECTERN_PORT: await freePort(),
    DATABASE_URL: url.href,
  });
  const end = async () => {
    await server.killTree();
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return Object.assign(server, { [Symbol.asyncDispose]: end });
}

/** Holds the lock of the demo, so that its creation waits. */
async function lockDemo(scratch: ScratchDatabase) {
  const client = await scratch.open();
  await client.query("select pg_advisory_lock($1)", [demoLock]);
  return client;
}

const waits = (server: ServerProcess) => server.written(/Waiting for another process that creates the demo/);

void describe("The process that creates the demo schools", () => {
  void test("Its code and files do not stay in the memory of the server", async () => {
    await using scratch = await aScratchDatabase();
    await using server = await aFirstStart(scratch, { NODE_OPTIONS: reportsModules });
    await server.written(/Lectern listens on port/);
    const planting = server
      .stderr()
      .matchAll(/^loaded \S+\/(?:src\/demo|build)\/plant-demo\S* \(process (\d+)\)/gm)
      .map(([, pid]) => Number(pid))
      .toArray();
    assert.equal(planting.length, 1);
    assert.notEqual(planting[0], server.pid);
  });

  void test("It ends with a server that is killed, and completes nothing", { timeout: 300_000 }, async () => {
    await using scratch = await aScratchDatabase();
    const client = await lockDemo(scratch);
    await using server = await aFirstStart(scratch);
    await waits(server);
    server.signal("SIGKILL");
    // Resolves when all processes have closed their output.
    await server.exited;
    await client.query("select pg_advisory_unlock($1)", [demoLock]);
    const { rows } = await client.query("select count(*)::int as count from sites");
    assert.deepEqual(rows, [{ count: 0 }]);
  });

  void test("The start fails with a message if the process is killed", async () => {
    await using scratch = await aScratchDatabase();
    await lockDemo(scratch);
    await using server = await aFirstStart(scratch);
    await waits(server);
    for (const pid of descendantsOf(server.pid)) process.kill(pid, "SIGKILL");
    assert.equal(await server.exited, 1);
    assert.match(server.stderr(), /The process that creates the demo schools ended early \(SIGKILL\)\. Start again\./);
  });
});
