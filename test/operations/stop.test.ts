import assert from "node:assert/strict";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { after, before, describe, test } from "node:test";
import { aDemoServer, type DemoServer } from "../support/demo-server.ts";
import { temporaryDataFolder } from "../support/installation.ts";
import { freePort, spawnServer, startServer } from "../support/server-process.ts";

void describe("a server that receives a signal", () => {
  let demo: DemoServer;

  before(async () => {
    demo = await aDemoServer();
  });
  after(() => demo.close());

  void test("completes requests in flight, accepts no other, and exits with status 0: SIGTERM", async () => {
    const { process } = demo;
    const client = new TestClient(process.port);
    const body = "grant_type=refresh_token&client_id=cli_0&refresh_token=lrt_0";
    await client.send(
      `POST /api/oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${process.port}\r\nExpect: 100-continue\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await client.received(/^HTTP\/1\.1 100 Continue/);

    process.signal("SIGTERM");
    await refusedAt(process.port);
    await client.send(body);
    await client.received(/HTTP\/1\.1 401 Unauthorized[^]*"error":"invalid_client"[^]*\}$/);
    assert.equal(await process.exited, 0);
    assert.ok(client.ended, "The connection was closed.");
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

  void test("does not wait for idle connections: SIGINT", async () => {
    const process = await demo.restart();
    const client = new TestClient(process.port);
    await client.send(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${process.port}\r\n\r\n`);
    await client.received(/"status":"ok"/);
    const started = performance.now();
    process.signal("SIGINT");
    assert.equal(await process.exited, 0);
    assert.ok(performance.now() - started < 10_000);
    assert.doesNotMatch(process.stderr(), /Error|^ +at /m);
  });

  void test("exits at once at the second signal with a request in flight, and the next start finds all data", async () => {
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
    const env = { LECTERN_ENV: "test", LECTERN_DATA: dataFolder, LECTERN_PORT: await freePort() };
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

/** Sends half a request at a time. */
class TestClient {
  readonly #socket: Socket;
  #text = "";
  ended = false;

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.setEncoding("utf8");
    this.#socket.on("data", (text: string) => (this.#text += text));
    this.#socket.on("close", () => (this.ended = true));
    this.#socket.on("error", () => {});
  }

  send(text: string): Promise<void> {
    return new Promise((resolve) => this.#socket.write(text, () => resolve()));
  }

  async received(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.#text)) {
      assert.ok(!this.ended, `The connection was closed after ${JSON.stringify(this.#text)}`);
      const changed = Promise.withResolvers<void>();
      this.#socket.once("data", () => changed.resolve()).once("close", () => changed.resolve());
      await changed.promise;
    }
  }
}

/** Waits until the port rejects connections. */
async function refusedAt(port: number): Promise<void> {
  for (const since = performance.now(); ;) {
    const probe = connect(port, "127.0.0.1");
    const outcome = await Promise.race([once(probe, "connect"), once(probe, "error")]).catch((error: unknown) => [
      error,
    ]);
    probe.destroy();
    if (outcome[0] instanceof Error) return;
    assert.ok(performance.now() - since < 10_000, "The server still accepts connections.");
  }
}
