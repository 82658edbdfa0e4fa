import assert from "node:assert/strict";
import { test } from "node:test";
import { GraphQLError } from "graphql";
import { withinTime } from "#member/within-time.ts";
import { aSite } from "../support/world.ts";
import { aReader } from "./support/reader.ts";

void test("An application is rate-limited per minute and person: 429 with the time to retry", async () => {
  const site = await aSite({ apiRequestsPerMinute: 3 });
  const [one, other] = [await aReader(site), await aReader(site)];
  const statuses = [];
  for (let count = 0; count < 4; count++) statuses.push((await one.ask("{ viewer { id } }")).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  const refused = await site.graphql("{ viewer { id } }", one.bearer);
  assert.equal(refused.json().errors[0].extensions.code, "RATE_LIMITED");
  assert.match(String(refused.headers["retry-after"]), /^\d+$/);
  assert.equal((await other.ask("{ viewer { id } }")).status, 200);
});

void test("A query that exceeds its time limit is aborted with a code that suggests a smaller query", async () => {
  const endless = new Promise<never>(() => {});
  await assert.rejects(withinTime(endless, 5), (error) => {
    assert.ok(error instanceof GraphQLError);
    assert.equal(error.extensions["code"], "COST_LIMIT_EXCEEDED");
    assert.match(error.message, /longer than/);
    return true;
  });
  assert.equal(await withinTime(Promise.resolve("in time"), 1000), "in time");
});
