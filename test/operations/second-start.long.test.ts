import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { freePort, type ServerProcess, spawnServer, startServer } from "../support/processes/server-process.ts";

void describe("a first start on an empty folder", () => {
  let dataFolder: string;
  let port: string;
  let server: ServerProcess;
  const env = () => ({ LECTERN_DATA: dataFolder, LECTERN_PORT: port, LECTERN_HOST: "localhost" });

  before(async () => {
    dataFolder = temporaryDataFolder();
    port = await freePort();
    server = await startServer(env());
  });
  after(async () => {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  void test("is not affected by a second one on the same folder, which names it and exits", async () => {
    const second = spawnServer({ ...env(), LECTERN_PORT: await freePort() });
    assert.equal(await second.exited, 1);
    assert.match(second.stderr(), new RegExp(`pid ${server.pid}\\b.*already serves`));
    assert.ok(second.stderr().includes("LECTERN_DATA"), "The message explains how to run two.");
    assertNoStack(second);
    assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
  });

  void test("is followed by starts that print the location of the passwords instead, and accept a new port", async () => {
    assert.equal(await server.stop(), 0);
    port = await freePort();
    server = await startServer(env());
    assert.ok(server.stderr().includes(`http://localhost:${port}`), server.stderr());
    assert.ok(server.stderr().includes(path.join(dataFolder, "demo.json")));
    assert.doesNotMatch(server.stderr(), /PASSWORD +ROLES/);
    assert.equal((await fetch(`http://localhost:${port}/`)).status, 200);
  });
});

const assertNoStack = (server: ServerProcess) => assert.doesNotMatch(server.stderr(), /^ +at .*\(?(file|node):/m);
