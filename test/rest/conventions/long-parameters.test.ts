import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator, problemOf } from "../support/operator.ts";

void test("An overlong path parameter is a problem response, and one of 128 letters of any script is accepted", async () => {
  const operator = await anOperator("courses:read courses:write");
  for (const length of [201, 4000]) {
    const tooLong = await operator.get(`/courses/${"x".repeat(length)}`);
    assert.equal(problemOf(tooLong).status, 400);
    assert.match(String(tooLong.headers["content-type"]), /^application\/problem\+json/);
  }
  const externalId = "課".repeat(128);
  const made = await operator.put(`/courses/by_external_id/${encodeURIComponent(externalId)}`, { name: "Knots" });
  assertStatus(made, 201);
  assert.equal(made.json<{ external_id: string }>().external_id, externalId);
});

void test("A dry run of a deletion returns the id of the resource", async () => {
  const operator = await anOperator("courses:read courses:write");
  const { id } = (await operator.post("/courses", { name: "Knots" })).json<{ id: string }>();
  const dryRunResult = await operator.delete(`/courses/${id}?dry_run=true`);
  assert.deepEqual(dryRunResult.json(), { dry_run: true, would: { delete: { id } }, warnings: [] });
});
