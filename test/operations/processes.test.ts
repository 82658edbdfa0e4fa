import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { aDemoServer, type DemoServer } from "../support/demo-server.ts";
import { freshRequest } from "../support/fresh-request.ts";
import { descendantsOf } from "../support/process-tree.ts";
import { isPending } from "../support/is-pending.ts";
import { running, workersOf } from "../support/server-workers.ts";

void describe("a server of two processes", () => {
  let demo: DemoServer;
  before(async () => {
    demo = await aDemoServer({ LECTERN_PROCESSES: "2" });
  });
  after(() => demo.close());

  void test("goes on when one is killed, starts it again, and leaves nothing behind after SIGTERM", async () => {
    const { process: server, site } = demo;
    const first = workersOf(server.pid);
    assert.equal(first.length, 2);
    process.kill(first[0]!, "SIGKILL");
    const back = server.written(/^Server process \d serves requests again\.$/m);
    while (await isPending(back)) {
      const { status } = await freshRequest(`${site.origin}/.well-known/openid-configuration`);
      assert.equal(status, 200);
    }
    await back;
    const second = workersOf(server.pid);
    assert.equal(second.length, 2);
    assert.deepEqual(
      second.filter((pid) => first.includes(pid)),
      [first[1]],
    );

    const tree = descendantsOf(server.pid);
    assert.equal(await server.stop(), 0, server.stderr());
    assert.deepEqual(running(tree), []);
  });
});
