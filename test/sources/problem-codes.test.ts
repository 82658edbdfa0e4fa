import assert from "node:assert/strict";
import { test } from "node:test";
import { problemCodesOf } from "#rest/openapi/problem-codes.ts";
import { routes } from "#operations/routes.ts";
import { problemCodesNow } from "../support/releases/problem-codes.ts";

void test("/openapi.json lists every problem that an operation's code can cause (npm run contracts)", () => {
  const written = routes.map(({ operation: { name } }) => [name, problemCodesOf(name)] as const);
  const named = Object.fromEntries(written.filter(([, codes]) => codes.length > 0));
  assert.deepEqual(named, problemCodesNow());
  assert.deepEqual(problemCodesOf("createCoupon"), ["already_exists", "code_taken"]);
});
