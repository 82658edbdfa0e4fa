import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { refusedAt, TestClient } from "../support/data/half-request.ts";
import { freePort, spawnServer, startServer } from "../support/processes/server-process.ts";

void describe("a server that receives a signal", () => {
  let demo: DemoServer;

  before(async () => {
    // The server closes idle connections after 72 seconds, so that one that waits for them exceeds this limit.
    demo = await aDemoServer({ LECTERN_SHUTDOWN_SECONDS: "60" });
  });
  after(() => demo.close());

  void test("does not wait for idle connections: SIGINT", async () => {
    const { process } = demo;
    const client = new TestClient(process.port);
    await client.send(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${process.port}\r\n\r\n`);
    await client.received(/"status":"ok"/);
    process.signal("SIGINT");
    assert.equal(await process.exited, 0);
    assert.doesNotMatch(process.stderr(), /Error|^ +at /m);
  });

  void test("reports that it drains while it accepts requests, and exits after the time limit in any case", async () => {
    const process = await demo.restart({ LECTERN_DRAIN_SECONDS: "2", LECTERN_SHUTDOWN_SECONDS: "4" });
    const origin = `http://127.0.0.1:${process.port}`;
    const client = new TestClient(process.port);
    await client.send(
      `POST /api/oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${process.port}\r\nExpect: 100-continue\r\n` +
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\n",
    );
    await client.received(/^HTTP\/1\.1 100 Continue/);
    process.signal("SIGTERM");
    let ready = await fetch(`${origin}/readyz`);
    while (ready.status === 200) ready = await fetch(`${origin}/readyz`);
    assert.deepEqual([ready.status, await ready.json()], [503, { status: "closing" }]);
    const served = await fetch(`${origin}/.well-known/openid-configuration`);
    assert.deepEqual([served.status, served.headers.get("connection")], [200, "close"]);
    await refusedAt(process.port);
    assert.equal(await process.exited, 1);
    assert.match(process.stderr(), /LECTERN_SHUTDOWN_SECONDS/);
  });

  void test("exits immediately at the second signal with a request in flight, and the next start finds all data", async () => {
    const process = await demo.restart();
    const client = new TestClient(process.port);
    await client.send(
      `POST /api/oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${process.port}\r\nExpect: 100-continue\r\n` +
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\n",
    );
    await client.received(/^HTTP\/1\.1 100 Continue/);
    process.signal("SIGTERM");
    await refusedAt(process.port);
    process.signal("SIGTERM");
    assert.equal(await process.exited, 1);

    const next = await demo.restart();
    assert.equal((await fetch(`http://127.0.0.1:${next.port}/readyz`)).status, 200);
    await next.stop();
  });

  void test("shuts down while it is still starting, and when npm received the signal", async () => {
    const dataFolder = temporaryDataFolder();
    // The start continues to its end, however long a busy machine takes.
    const unhurried = { LECTERN_SHUTDOWN_SECONDS: "600" };
    const env = { LECTERN_ENV: "test", LECTERN_DATA: dataFolder, LECTERN_PORT: await freePort(), ...unhurried };
    const process = spawnServer(env);
    await process.written(/^Preparing the database/m);
    process.signal("SIGTERM");
    assert.equal(await process.exited, 0, process.stderr());

    const next = await startServer(env);
    assert.equal((await fetch(`http://127.0.0.1:${next.port}/readyz`)).status, 200);
    assert.equal(await next.stop(), 0);

    const byNpm = await startServer(env, "npm");
    await byNpm.stop();
    await refusedAt(next.port);
    const last = await startServer(env);
    assert.equal(await last.stop(), 0, "npm forwarded the signal: the folder is no longer locked.");
    rmSync(dataFolder, { recursive: true, force: true });
  });
});
