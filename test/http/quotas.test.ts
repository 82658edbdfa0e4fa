import assert from "node:assert/strict";
import { test } from "node:test";
import { openQuotas, type Quotas } from "#http/quota.ts";
import { database } from "../support/database.ts";
import { now } from "../support/clock.ts";
import { aSite } from "../support/world.ts";

const report = (error: unknown) => assert.fail(String(error));
const policy = { name: "requests", perMinute: 100 };

void test("The processes of one machine together allow as many requests per minute as the limit", async () => {
  const { site } = await aSite();
  const at = now();
  const quotas = [openQuotas(database, { processes: 2, report }), openQuotas(database, { processes: 2, report })];
  const take = (process: Quotas) => process.take(site, policy, "client", at).allowed;
  // In one turn of the event loop, neither process learns what the other has counted.
  const allowed = quotas.map((process) => Array.from({ length: 80 }, () => take(process)).filter(Boolean).length);
  assert.deepEqual(allowed, [50, 50]);
  // Both share their counts when they close.
  await Promise.all(quotas.map((process) => process.close()));
  const next = openQuotas(database, { processes: 2, report });
  assert.ok(take(next), "The counts of others are unknown before the first synchronization.");
  await next.close();
  assert.equal(take(next), false);
});
