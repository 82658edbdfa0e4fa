import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import * as fc from "fast-check";
import { examples } from "#rest/examples/requests.ts";
import { readsAddress } from "#operations/route.ts";
import { routes } from "#operations/routes.ts";
import { aFuzzWorld, type FuzzWorld } from "../../support/worlds/fuzz-world.ts";
import { fill } from "../../support/openapi/arbitrary.ts";
import { describedAt } from "../../support/openapi/document.ts";
import { requestsTo } from "../../support/openapi/request.ts";
import { existing, prepareExample, reached } from "../support/example-states.ts";
import { sampled } from "../../support/thorough.ts";
import { sendTo } from "../support/fuzz-send.ts";

void describe("Every request example of the description is accepted if its ids exist", () => {
  let world: FuzzWorld;
  before(async () => {
    world = await aFuzzWorld();
    await world.stock();
  });

  const withBody = routes.filter((route) => !readsAddress(route) && route.takes !== "bytes" && describedAt(route).body);
  for (const route of sampled(withBody, 8)) {
    const described = describedAt(route);
    const { name } = route.operation;
    void test(`${name} has a valid request example`, async () => {
      assert.ok(described.bodies.length > 0, `Add a request body to src/rest/examples for ${name}.`);
      await prepareExample(name, world);
      const [requested] = fc.sample(requestsTo(route, described), { seed: 1, numRuns: 1 });
      for (const [summary, example] of described.bodies) {
        const { path, body } = fill({ path: requested!.path, body: existing(name, example) }, await world.newest());
        const query: [string, string][] = route.effect ? [["dry_run", "true"]] : [];
        const { statusCode, body: answer } = await sendTo(route, reached(name, world), {
          path,
          query,
          body,
          headers: {},
        });
        const about = `${summary} ${JSON.stringify(body)}\n→ ${statusCode} ${answer}`;
        assert.ok(statusCode < 300, about);
        assert.deepEqual(refusedRows(JSON.parse(answer)), [], about);
      }
    });
  }
});

void test("Every request example belongs to an operation with a request body", () => {
  const described = new Set(
    routes.filter((route) => describedAt(route).bodies.length > 0).map(({ operation }) => operation.name),
  );
  assert.deepEqual(
    Object.keys(examples).filter((name) => !described.has(name)),
    [],
  );
});

/** In a bulk response each row has its own result. */
function refusedRows(answer: unknown): unknown[] {
  if (typeof answer !== "object" || answer === null) return [];
  const { results = [], rejected = [] } = answer as { results?: { status: string }[]; rejected?: unknown[] };
  const refused = [...results.filter(({ status }) => status === "failed"), ...rejected];
  return [...refused, ...Object.values(answer).flatMap(refusedRows)];
}
