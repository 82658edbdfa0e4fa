import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import * as fc from "fast-check";
import { comparesVersions } from "#rest/conditions-of-writes.ts";
import { routes } from "#operations/routes.ts";
import { aFuzzWorld, type FuzzWorld } from "../../support/worlds/fuzz-world.ts";
import { fill } from "../../support/openapi/arbitrary.ts";
import { describedAt } from "../../support/openapi/document.ts";
import { requestsTo } from "../../support/openapi/request.ts";
import { sampled } from "../../support/thorough.ts";
import { existing, prepareExample, reached } from "../support/example-states.ts";
import { sendTo } from "../support/fuzz-send.ts";
import { anOperator, problemOf } from "../support/operator.ts";

const writes = routes.filter(({ method, takes }) => method !== "GET" && takes !== "bytes");
const isReadable = (path: string) => routes.some((route) => route.method === "GET" && route.path === path);

void describe("Every write evaluates If-Match and If-None-Match (RFC 9110 §13.1)", () => {
  let world: FuzzWorld;
  before(async () => {
    world = await aFuzzWorld();
    await world.stock();
  });

  for (const route of sampled(writes, 8)) {
    const { name } = route.operation;
    void test(name, async () => {
      const described = describedAt(route);
      const upserts = name.startsWith("upsert");
      await prepareExample(name, world);
      const [requested] = fc.sample(requestsTo(route, described), { seed: 1, numRuns: 1 });
      const [, example] = described.bodies[0] ?? [];
      const filled = fill(
        { path: requested!.path, ...(example !== undefined && { body: existing(name, example) }) },
        await world.newest(),
      );
      const query: [string, string][] = route.effect ? [["dry_run", "true"]] : [];
      const send = (headers: Record<string, string>) =>
        sendTo(route, reached(name, world), { body: undefined, ...filled, query, headers });

      for (const ifMatch of ['"999999-x"', 'W/"1-x", "other"', '"", "a,b"']) {
        const stale = await send({ "if-match": ifMatch });
        assert.equal(stale.statusCode, 412, `${ifMatch}: ${stale.body}`);
      }
      const malformed = await send({ "if-match": "1-x" });
      assert.deepEqual([malformed.statusCode, problemOf(malformed).code], [400, "invalid_request"]);

      const star: Record<string, string> = { "if-none-match": "*" };
      if (route.operation.requiresIfMatch) star["if-match"] = "*";
      const exists = !upserts && (comparesVersions(route, isReadable(route.path)) || isReadable(route.path));
      const one = await send(star);
      if (exists) assert.deepEqual([one.statusCode, problemOf(one).code], [412, "precondition_failed"], one.body);
      else assert.ok(one.statusCode < 300, one.body);
    });
  }
});

void test("A list is the target of a create: its ETag is compared", async () => {
  const operator = await anOperator("courses:read courses:write");
  const tag = async () => String((await operator.get("/courses")).headers["etag"]);
  const first = await tag();
  const create = (name: string, headers: Record<string, string>) => operator.post("/courses", { name }, headers);
  assert.equal((await create("Knots", { "if-match": first })).statusCode, 201);
  assert.equal((await create("Sails", { "if-match": first })).statusCode, 412);
  assert.equal((await create("Sails", { "if-none-match": first })).statusCode, 201);
  assert.equal((await create("Tides", { "if-none-match": `W/${await tag()}` })).statusCode, 412);
  const key = { "idempotency-key": "one", "if-match": await tag() };
  for (const replayed of [undefined, "true"]) {
    const made = await create("Charts", key);
    assert.deepEqual([made.statusCode, made.headers["idempotency-replayed"]], [201, replayed]);
  }
});

void test("A write is refused by its condition only after everything that does not need its body", async () => {
  const operator = await anOperator("courses:read");
  const stale = { "if-match": '"9-x"' };
  assert.equal((await operator.post("/courses", { name: "Knots" }, stale)).statusCode, 403);
  const editor = await anOperator("courses:read courses:write curriculum:read curriculum:write");
  assert.equal((await editor.patch("/courses/none", { name: "Knots" }, stale)).statusCode, 404);
  assert.equal((await editor.post("/courses/none/sections", { title: "One" }, stale)).statusCode, 404);
});

void test("An upsert with If-None-Match: * creates a resource once, also after its deletion", async () => {
  const operator = await anOperator("courses:read courses:write");
  const path = "/courses/by_external_id/lms-1";
  const put = () => operator.put(path, { name: "Knots" }, { "if-none-match": "*" });
  const answers = await Promise.all([put(), put(), put(), put()]);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    [201, 412, 412, 412],
  );
  const made = answers.find(({ statusCode }) => statusCode === 201)!;
  assert.equal((await operator.delete(`/courses/${made.json<{ id: string }>().id}`)).statusCode, 204);
  assert.equal((await operator.put(path, { name: "Ropes" }, { "if-match": "*" })).statusCode, 412);
  assert.equal((await put()).statusCode, 200);
  assert.equal((await put()).statusCode, 412);
});
