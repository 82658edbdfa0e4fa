import assert from "node:assert/strict";
import { test } from "node:test";
import { compareExecutions } from "./support/differential.ts";

/** The long test begins at another document. */
const seed = 20_261_128;

void test("Random documents have the data and the errors of graphql-js, in its order", async () => {
  const seen = await compareExecutions(seed, 300);
  assert.ok(seen.mutations > 0 && seen.errors > 50, JSON.stringify(seen));
  assert.equal(seen.internal, 0, "Documents without failing resolvers have internal errors.");
});
