import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { anOwnersToken, unhurried } from "../crash/support/owner-token.ts";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { aReplicatedCluster, type ReplicatedCluster } from "../support/doubles/replicated-cluster.ts";

const writers = 8;
/**
 * How often each writer may be refused by requests that it sends after the promotion. It repeats a write after 50
 * milliseconds, and the server looks for a primary every 100 milliseconds at the latest. Three seconds are 60 attempts
 * on an idle machine, and fewer on a busy one, where each takes longer.
 */
const refusalsAfterPromotion = 10;

void describe("a server on a primary with two synchronous standbys", () => {
  let cluster: ReplicatedCluster;
  let demo: DemoServer;
  before(async () => {
    cluster = await aReplicatedCluster();
    demo = await aDemoServer({
      DATABASE_URL: cluster.url,
      LECTERN_PROCESSES: "2",
      LECTERN_STATEMENT_TIMEOUT: "4",
      LECTERN_LOG_LEVEL: "error",
    });
  });
  after(async () => {
    await demo.close();
    await cluster.stop();
  });

  void test("loses no acknowledged write when the primary is killed, and writes to the promoted standby", async (t) => {
    await unhurried(demo);
    const bearer = await anOwnersToken(demo, "courses:read courses:write");
    const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
    const courses = `${demo.site.origin}/api/v1/courses`;
    const acknowledged: { id: string; at: number }[] = [];
    const outages: (string | null)[] = [];
    const done = new AbortController();
    const refusedAfter = Array.from({ length: writers }, () => 0);
    let promotedAt = Number.POSITIVE_INFINITY;

    async function write(writer: number, name: string): Promise<void> {
      const isAfter = performance.now() > promotedAt;
      const response = await fetch(courses, { method: "POST", headers, body: JSON.stringify({ name }) });
      if (response.status === 201) {
        const { id } = (await response.json()) as { id: string };
        acknowledged.push({ id, at: performance.now() });
        return;
      }
      assert.equal(response.status, 503, await response.text());
      outages.push(response.headers.get("retry-after"));
      if (isAfter) refusedAfter[writer]!++;
      await delay(50);
    }
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let number = 0; !done.signal.aborted; number++) await write(writer, `Course ${writer}-${number}`);
      }),
    );
    const count = async (least: number) => {
      while (acknowledged.length < least) await Promise.race([delay(10), writing]);
    };

    await count(5 * writers);
    await cluster.killPrimary();
    while (outages.length === 0) await Promise.race([delay(10), writing]);
    const before = acknowledged.length;
    await cluster.promote();
    promotedAt = performance.now();
    await count(before + 5 * writers);
    done.abort();
    await writing;

    for (const { id } of acknowledged) {
      assert.equal((await fetch(`${courses}/${id}`, { headers })).status, 200, "An acknowledged write is lost.");
    }
    assert.deepEqual(new Set(outages), new Set(["5"]), "Retry-After");
    assert.equal((await fetch(`http://127.0.0.1:${demo.process.port}/readyz`)).status, 200);
    const most = Math.max(...refusedAfter);
    assert.ok(most <= refusalsAfterPromotion, `A writer was refused ${most} times after the promotion.`);
    const first = Math.round(acknowledged[before]!.at - promotedAt);
    t.diagnostic(
      `${acknowledged.length} acknowledged, ${outages.length} refused, first write ${first} ms after promotion, at most ${most} refusals of a writer after it`,
    );
  });
});
