import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { anInstallation, lectern, temporaryDataFolder, urlOf } from "../support/worlds/installation.ts";
import { until } from "../support/until.ts";
import { freePort, type ServerProcess, spawnServer, startServer } from "../support/processes/server-process.ts";

void describe("a start next to a running server", () => {
  let dataFolder: string;
  let port: string;
  let server: ServerProcess;
  const env = () => ({ LECTERN_ENV: "test", LECTERN_DATA: dataFolder, LECTERN_PORT: port, LECTERN_HOST: "localhost" });

  before(async () => {
    dataFolder = temporaryDataFolder();
    port = await freePort();
    server = await startServer(env());
  });
  after(async () => {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  void test("reports its failure to programs: one document on stderr, and nothing else", async () => {
    const otherFolder = temporaryDataFolder();
    for (const [changes, code, message] of [
      [{}, "database_unavailable", new RegExp(`pid ${server.pid}\\b.*already serves`)],
      [
        { LECTERN_ENV: "test", LECTERN_DATA: otherFolder },
        "address_unusable",
        new RegExp(`\\b${port}\\b.*LECTERN_PORT`),
      ],
    ] as const) {
      const second = await lectern(["serve", "--json"], { env: { ...env(), ...changes } });
      assert.deepEqual([second.code, second.stdout], [1, ""]);
      const { error } = JSON.parse(second.stderr) as { error: { code: string; message: string } };
      assert.equal(error.code, code);
      assert.match(error.message, message);
    }
    rmSync(otherFolder, { recursive: true, force: true });
  });

  void test("reports that the port is in use", async () => {
    const otherFolder = temporaryDataFolder();
    const other = spawnServer({ ...env(), LECTERN_ENV: "test", LECTERN_DATA: otherFolder });
    assert.equal(await other.exited, 1);
    assert.match(other.stderr(), new RegExp(`\\b${port}\\b.*LECTERN_PORT`));
    assertNoStack(other);
    rmSync(otherFolder, { recursive: true, force: true });
  });
});

void describe("a start that fails", () => {
  void test("in production without its secret names the setting, and leaves nothing behind", async () => {
    const dataFolder = path.join(temporaryDataFolder(), "data");
    const server = spawnServer({ LECTERN_ENV: "production", LECTERN_DATA: dataFolder, LECTERN_PORT: await freePort() });
    assert.equal(await server.exited, 1);
    assert.match(server.stderr(), /LECTERN_SECRET_KEY: required in production/);
    assertNoStack(server);
    assert.equal(existsSync(dataFolder), false);
    rmSync(path.dirname(dataFolder), { recursive: true });
  });

  void test("because a statement takes too long says that the database is overloaded", async () => {
    const installation = await anInstallation();
    const client = await installation.database.pool.connect();
    await client.query("begin; lock table integrations in access exclusive mode");
    const env = {
      ...installation.env,
      DATABASE_URL: urlOf(installation.connection),
      LECTERN_PORT: await freePort(),
      LECTERN_STATEMENT_TIMEOUT: "1",
    };
    const failed = await lectern(["serve", "--json"], { env });
    await client.query("rollback");
    client.release();
    await installation.close();
    assert.deepEqual([failed.code, failed.stdout], [1, ""]);
    const { error } = JSON.parse(failed.stderr) as { error: { code: string; message: string } };
    assert.equal(error.code, "database_unavailable");
    assert.match(error.message, /^The database is overloaded: .* Try again when it is less busy\.$/);
  });

  void test("does not fail because the tables of the job queue respond late: the job runner tries again", async () => {
    const installation = await anInstallation();
    await openQueue(installation.database);
    const client = await installation.database.pool.connect();
    await client.query("begin; lock table graphile_worker.migrations in access exclusive mode");
    const server = spawnServer({
      ...installation.env,
      DATABASE_URL: urlOf(installation.connection),
      LECTERN_PORT: await freePort(),
      LECTERN_STATEMENT_TIMEOUT: "1",
    });
    const waiting = `select from pg_stat_activity
                      where datname = current_database() and application_name = 'lectern jobs' and wait_event_type = 'Lock'`;
    const isAtQueue = async () => ((await installation.database.pool.query(waiting)).rowCount ?? 0) > 0;
    const isOver = await Promise.race([until(isAtQueue, "the job runner").then(() => false), server.exited]);
    assert.equal(isOver, false, server.stderr());
    await client.query("rollback");
    client.release();
    await server.written(/Lectern listens on port/);
    assert.equal(await server.stop(), 0);
    await installation.close();
  });

  void test("because the metrics port is in use names that setting", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as { port: number };
    const dataFolder = temporaryDataFolder();
    const server = spawnServer({
      LECTERN_ENV: "production",
      LECTERN_SECRET_KEY: "a".repeat(64),
      LECTERN_DATA: dataFolder,
      LECTERN_PORT: await freePort(),
      LECTERN_METRICS_PORT: String(port),
    });
    assert.equal(await server.exited, 1);
    assert.match(server.stderr(), new RegExp(`\\b${port}\\b.*LECTERN_METRICS_PORT`));
    assertNoStack(server);
    assert.equal(existsSync(path.join(dataFolder, "demo.json")), false, "Production creates no demo.");
    await new Promise((resolve) => taken.close(resolve));
    rmSync(dataFolder, { recursive: true, force: true });
  });
});

const assertNoStack = (server: ServerProcess) => assert.doesNotMatch(server.stderr(), /^ +at .*\(?(file|node):/m);
