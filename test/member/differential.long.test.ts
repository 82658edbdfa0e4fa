import assert from "node:assert/strict";
import { test } from "node:test";
import { compareExecutions } from "./support/differential.ts";

/** Differs in each run. A failure names the seed of its document. */
const seed = Number(process.env["GRAPHQL_SEED"] ?? Date.now() % 2 ** 31);

void test("100,000 random documents have the data and the errors of graphql-js, in its order", async (context) => {
  context.diagnostic(`seed ${seed}`);
  const seen = await compareExecutions(seed, 100_000);
  assert.ok(seen.mutations > 1000 && seen.errors > 10_000, JSON.stringify(seen));
  assert.equal(seen.internal, 0, `seed ${seed}: documents without failing resolvers have internal errors.`);
});
