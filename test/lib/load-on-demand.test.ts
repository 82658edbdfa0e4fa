import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadOnDemand } from "#lib/work/load-on-demand.ts";

void describe("A part that is loaded on demand", () => {
  void test("is loaded once, also by requests at the same time", async () => {
    let loads = 0;
    const load = loadOnDemand({
      async courses() {
        await Promise.resolve();
        return ++loads;
      },
      orders: async () => assert.fail("A part that no request needs was loaded."),
    });
    assert.deepEqual(await Promise.all([load("courses"), load("courses")]), [1, 1]);
    assert.equal(await load("courses"), 1);
  });

  void test("is loaded again after a failure, which all requests that waited for it report", async () => {
    let loads = 0;
    const load = loadOnDemand({
      async courses() {
        if (++loads === 1) throw new Error("The file cannot be read.");
        return loads;
      },
    });
    const waiting = await Promise.allSettled([load("courses"), load("courses")]);
    assert.deepEqual(
      waiting.map(({ status }) => status),
      ["rejected", "rejected"],
    );
    assert.equal(await load("courses"), 2);
  });
});
