import assert from "node:assert/strict";
import { test } from "node:test";
import { later } from "../../support/world.ts";
import { anOperator } from "../support/operator.ts";

void test("Usage reports the number of resources, and the requests per day", async () => {
  const operator = await anOperator("school:read courses:write");
  await operator.post("/courses", { name: "Tides" });
  const read = async () =>
    (await operator.get("/school/usage")).json<{
      counts: Record<string, number>;
      storage_bytes: number;
      api_calls: { today: number; thirty_days: number };
    }>();
  const usage = await read();
  assert.deepEqual([usage.counts["courses"], usage.counts["members"], usage.storage_bytes], [1, 1, 0]);

  // Counts are stored by a request at least ten seconds later.
  const counted = await later(20_000, async () => {
    for (let attempts = 0; attempts < 200; attempts++) {
      const { api_calls } = await read();
      if (api_calls.thirty_days >= 2) return api_calls;
    }
    return undefined;
  });
  assert.ok(counted && counted.thirty_days >= counted.today);
});
