import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import { anOwnersToken } from "../crash/support/owner-token.ts";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { freshRequest } from "../support/data/fresh-request.ts";
import { aReplicatedCluster, type ReplicatedCluster } from "../support/doubles/replicated-cluster.ts";
import { aTcpProxy, type TcpProxy } from "../support/doubles/tcp-proxy.ts";
import { until } from "../support/until.ts";

/** Enough requests on new connections for both processes to get some. */
const concurrent = 16;

const atOnce = <Result>(ask: () => Promise<Result>) => Promise.all(Array.from({ length: concurrent }, ask));

const areAll = async (ask: () => Promise<number>, status: number) =>
  (await atOnce(ask)).every((found) => found === status);

void describe("A server of two processes whose database vanishes without closing its connections", () => {
  let cluster: ReplicatedCluster;
  let proxies: TcpProxy[];
  let demo: DemoServer;
  let headers: Record<string, string>;
  before(async () => {
    cluster = await aReplicatedCluster();
    proxies = await Promise.all(cluster.ports.map((port) => aTcpProxy({ host: "127.0.0.1", port })));
    demo = await aDemoServer({
      DATABASE_URL: cluster.urlOf([proxies[0]!.port]),
      LECTERN_PROCESSES: "2",
      LECTERN_STATEMENT_TIMEOUT: "4",
      LECTERN_LOG_LEVEL: "error",
    });
    const bearer = await anOwnersToken(demo, "courses:read courses:write");
    headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  });
  after(async () => {
    await demo.close();
    for (const proxy of proxies) await proxy.close();
    await cluster.stop();
  });

  const courses = () => `${demo.site.origin}/api/v1/courses`;
  const statusOfWrite = async () => (await freshRequest(courses(), { headers, body: '{"name":"Knots"}' })).status;
  const statusOfReady = async () => (await freshRequest(`http://127.0.0.1:${demo.process.port}/readyz`)).status;

  async function assertServed(): Promise<void> {
    await until(async () => (await areAll(statusOfWrite, 201)) && (await areAll(statusOfReady, 200)), "writes");
  }

  /** Sends reads and probes in two waves: the first one finds open connections that are silent, the second one none. */
  async function assertRefused(): Promise<number> {
    let slowest = 0;
    for (let wave = 0; wave < 2; wave++) {
      const sentAt = performance.now();
      const reads = await atOnce(() => freshRequest(courses(), { headers }));
      slowest = Math.max(slowest, performance.now() - sentAt);
      for (const { status, headers, body } of reads)
        assert.deepEqual([status, headers["retry-after"]], [503, "5"], body);
      // A result of half a second ago may be repeated: the probe is sent after the loss was noticed.
      assert.equal(await statusOfReady(), 503);
    }
    return slowest;
  }

  async function assertRecovers(t: TestContext, silent: TcpProxy, recover: () => Promise<void>): Promise<void> {
    silent.silence();
    const slowest = await assertRefused();
    await recover();
    const recoveredAt = performance.now();
    await assertServed();
    const recovery = performance.now() - recoveredAt;
    t.diagnostic(`responded after ${Math.round(slowest)} ms, worked again after ${Math.round(recovery)} ms`);
  }

  void test("refuses requests in all processes, and works again when the database is back", async (t) => {
    await assertServed();
    await assertRecovers(t, proxies[0]!, async () => proxies[0]!.endSilence());
  });

  void test("does the same with several servers in DATABASE_URL, and uses the promoted one", async (t) => {
    await demo.process.stop();
    // A lost primary that is tried first would delay each connection most.
    await demo.restart({ DATABASE_URL: cluster.urlOf(proxies.map(({ port }) => port)) });
    await assertServed();
    await assertRecovers(t, proxies[0]!, async () => proxies[0]!.endSilence());
    await assertRecovers(t, proxies[0]!, () => cluster.promote());
  });
});
