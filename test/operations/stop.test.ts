import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { refusedAt, TestClient } from "../support/data/half-request.ts";

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
});
