import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus, describeFailure } from "./assert-status.ts";
import { aSite } from "./world.ts";

void test("A different status fails with one line: the request, both statuses and the cause", async () => {
  const site = await aSite();
  const response = await site.postForm("/api/oauth/token", { grant_type: "password" });
  const message =
    /^POST \/api\/oauth\/token: expected 200, found 400 invalid_request The parameter client_id is missing/;
  assert.throws(() => assertStatus(response, 200), { message });
  assert.doesNotThrow(() => assertStatus(response, 400));
});

void test("The cause is the first error of a problem, of GraphQL, the title of a page or the start of a text", () => {
  const problem = {
    code: "validation_failed",
    detail: "Invalid.",
    errors: [{ pointer: "/name", detail: "Too long." }],
  };
  assert.equal(describeFailure(JSON.stringify(problem)), "validation_failed /name Too long.");
  const errors = [{ message: "Not found.", extensions: { code: "NOT_FOUND" } }];
  assert.equal(describeFailure(JSON.stringify({ data: null, errors })), "NOT_FOUND Not found.");
  assert.equal(describeFailure("<!doctype html>\n<title>Page not found</title>"), "Page not found");
  assert.equal(describeFailure("x".repeat(1000)), `${"x".repeat(160)}…`);
});
