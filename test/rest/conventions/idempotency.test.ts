import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { canonicalPieces } from "#lib/event-loop/canonical-json.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { later } from "../../support/world.ts";
import type { Course, CoursePage } from "../support/course-page.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";

const courseScopes = "courses:read courses:write";

void test("A write with an idempotency key happens once, and repeating it returns the identical response", async () => {
  const operator = await anOperator(courseScopes);
  const headers = { "idempotency-key": "one" };
  const first = await operator.post("/courses", { name: "Knots" }, headers);
  const second = await operator.post("/courses", { name: "Knots" }, headers);
  assert.deepEqual([second.statusCode, second.body], [201, first.body]);
  assert.equal(first.headers["idempotency-replayed"], undefined);
  assert.equal(second.headers["idempotency-replayed"], "true");
  assert.equal((await operator.get("/courses")).json<CoursePage>().data.length, 1);

  const other = await operator.post("/courses", { name: "Ropes" }, headers);
  assert.deepEqual([other.statusCode, problemOf(other).code], [422, "idempotency_key_reused"]);
  const neighbour = await operatorOf(operator.site, courseScopes);
  assert.equal((await neighbour.post("/courses", { name: "Sails" }, headers)).statusCode, 201);
  await later(86_400_001, async () => {
    const again = await operatorOf(operator.site, courseScopes);
    assert.equal((await again.post("/courses", { name: "Anchors" }, headers)).statusCode, 201);
  });
  const unreadable = await operator.post("/courses", { name: "x" }, { "idempotency-key": "a b" });
  assert.equal(problemOf(unreadable).code, "invalid_request");
});

void test("JSON with the same meaning is the same request for a key, and another meaning is another request", async () => {
  const { site, bearer } = await anOperator(courseScopes);
  const send = (payload: string) =>
    site.request("POST", "/api/v1/courses", {
      bearer,
      payload,
      headers: { "idempotency-key": "one", "content-type": "application/json" },
    });
  const first = await send('{"name":"Knots é","metadata":{"b":"1","a":"2"},"level":null,"outcomes":["x","y"]}');
  assertStatus(first, 201);
  for (const same of [
    '{"level":null,"metadata":{"a":"2","b":"1"},"outcomes":["x","y"],"name":"Knots é"}',
    '\uFEFF{ "outcomes" : [ "x" ,\n"y" ],\t"metadata":{"a":"2","b":"1"},"name":"Knots \\u00e9","level":null}',
  ]) {
    const again = await send(same);
    assert.deepEqual([again.statusCode, again.headers["idempotency-replayed"], again.body], [201, "true", first.body]);
  }
  const other = await send('{"name":"Knots é","metadata":{"b":"1","a":"2"},"level":null,"outcomes":["y","x"]}');
  assert.equal(problemOf(other).code, "idempotency_key_reused");
  assert.deepEqual(
    await Promise.all(['{"a":1.0,"b":-0}', '{"b":0,"a":10e-1}'].map((text) => canonicalPieces(JSON.parse(text)))),
    [['{"a":1,"b":0}'], ['{"a":1,"b":0}']],
  );
  // Nested as deeply as a body is long, and more than one piece.
  const deep = "[".repeat(30_000) + "]".repeat(30_000);
  assert.equal((await canonicalPieces(JSON.parse(deep))).join(""), deep);
});

void test("A PATCH is repeated with its key, also with If-Match and an edited representation", async () => {
  const operator = await anOperator(courseScopes);
  const { id } = (await operator.post("/courses", { name: "Knots" })).json<Course>();
  const path = `/courses/${id}`;
  const read = await operator.get(path);
  const edited = { ...read.json<Course>(), name: "Ropes" };
  const headers = { "idempotency-key": "one", "if-match": String(read.headers["etag"]) };
  const first = await operator.patch(path, edited, headers);
  assert.equal(first.statusCode, 200);
  const second = await operator.patch(path, edited, headers);
  assert.deepEqual([second.statusCode, second.headers["idempotency-replayed"], second.body], [200, "true", first.body]);
  assert.equal(second.headers["etag"], undefined);
  const other = await operator.patch(path, { ...edited, name: "Sails" }, headers);
  assert.equal(problemOf(other).code, "idempotency_key_reused");
  const { "idempotency-key": _key, ...unkeyed } = headers;
  assert.equal(problemOf(await operator.patch(path, edited, unkeyed)).code, "etag_mismatch");
  const dry = await operator.patch(`${path}?dry_run=true`, { name: "Sails" }, { "idempotency-key": "two" });
  assert.equal(dry.json<{ dry_run: boolean }>().dry_run, true);
  assert.equal((await operator.patch(path, { name: "Sails" }, { "idempotency-key": "two" })).statusCode, 200);
});

void test("A replay is rejected like the write itself once the caller has lost the role or the scope", async () => {
  const scopes = `${courseScopes} members:write`;
  const operator = await anOperator(scopes);
  const { client, member } = await operatorOf(operator.site, scopes, { roles: ["manager"] });
  const tokenWith = async (scope: string) => (await operator.site.connect(client, member, scope)).access_token;
  const [whole, narrow] = [await tokenWith(scopes), await tokenWith("courses:read")];
  const payload = { email: `kim-${newId()}@example.test`, roles: ["student"] };
  const send = (bearer: string, path: string, content: object) =>
    operator.site.post(`/api/v1${path}`, content, { bearer, headers: { "idempotency-key": "k" } });
  assert.equal((await send(whole, "/members", payload)).statusCode, 201);
  assert.equal(problemOf(await send(narrow, "/members", payload)).code, "insufficient_scope");
  const roles = { roles: ["student"] };
  assert.equal((await operator.put(`/members/${member.sub}/roles`, roles)).statusCode, 200);
  assert.equal(problemOf(await send(whole, "/members", payload)).code, "role_required");
});

void test("Exactly one of many concurrent requests with one key takes effect", async () => {
  const operator = await anOperator(courseScopes);
  const send = () => operator.post("/courses", { name: "Knots" }, { "idempotency-key": "k" });
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  for (const answer of answers) {
    const fine = answer.statusCode === 201 || problemOf(answer).code === "idempotency_in_progress";
    assert.ok(fine);
  }
  assert.equal((await operator.get("/courses")).json<CoursePage>().data.length, 1);
});

void test("An error response is stored with its key as well", async () => {
  const operator = await anOperator(courseScopes);
  const headers = { "idempotency-key": "k" };
  const first = await operator.post("/courses", { name: "Knots", slug: "Not A Slug" }, headers);
  const second = await operator.post("/courses", { name: "Knots", slug: "Not A Slug" }, headers);
  assert.deepEqual([first.statusCode, second.statusCode, second.body], [422, 422, first.body]);
});

void test("A request that was refused by its If-Match is repeated with the current one and the same key", async () => {
  const operator = await anOperator(courseScopes);
  const { id } = (await operator.post("/courses", { name: "Knots" })).json<Course>();
  const send = (etag: string) =>
    operator.patch(`/courses/${id}`, { name: "Ropes" }, { "idempotency-key": "k", "if-match": etag });
  assert.equal(problemOf(await send('"99-x"')).code, "etag_mismatch");
  const { headers } = await operator.get(`/courses/${id}`);
  assertStatus(await send(String(headers["etag"])), 200);
});
