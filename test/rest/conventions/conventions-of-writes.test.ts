import assert from "node:assert/strict";
import { test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { later } from "../../support/world.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { anEvent, inHours } from "../support/an-event.ts";
import type { Course, CoursePage } from "../support/course-page.ts";
import { tenOff } from "../support/made-coupons.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";

const courseScopes = "courses:read courses:write";

void test("An ETag avoids rereading unchanged resources and lost updates", async () => {
  const operator = await anOperator(courseScopes);
  const { slug } = (await operator.post("/courses", { name: "Knots" })).json<Course>();
  const etag = String((await operator.get(`/courses/${slug}`)).headers["etag"]);
  const unchanged = await operator.get(`/courses/${slug}`, { "if-none-match": etag });
  assert.deepEqual([unchanged.statusCode, unchanged.body], [304, ""]);

  assert.equal((await operator.patch(`/courses/${slug}`, { name: "Ropes" }, { "if-match": etag })).statusCode, 200);
  const stale = await operator.patch(`/courses/${slug}`, { name: "Sails" }, { "if-match": etag });
  assert.deepEqual([stale.statusCode, problemOf(stale).code], [412, "etag_mismatch"]);
  assert.equal((await operator.get(`/courses/${slug}`, { "if-none-match": etag })).json<Course>().name, "Ropes");
  const nonsense = await operator.patch(`/courses/${slug}`, { name: "Sails" }, { "if-match": "abc" });
  assert.deepEqual([nonsense.statusCode, problemOf(nonsense).code], [400, "invalid_request"]);
});

const upserted: readonly [kind: string, fields: object][] = [
  ["courses", { name: "Knots" }],
  ["lecturers", { name: "Ana" }],
  ["posts", { title: "Knots", access: "public", body_markdown: "Ropes" }],
  ["events", { name: "Knots", format: "online", starts_at: inHours(24), ends_at: inHours(26), time_zone: "UTC" }],
];

for (const [kind, fields] of upserted) {
  void test(`One of several concurrent upserts of ${kind} creates the resource, and the others find it`, async () => {
    const operator = await anOperator(`${kind}:write`);
    const put = (headers?: Record<string, string>) => operator.put(`/${kind}/by_external_id/x`, fields, headers);
    assert.deepEqual(problemOf(await put({ "if-match": '"1-x"' })).code, "etag_mismatch");
    const answers = await Promise.all(Array.from({ length: 5 }, () => put()));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
      [200, 200, 200, 200, 201],
    );
    assert.equal(new Set(answers.map((answer) => answer.json<Course>().id)).size, 1);
  });
}

void test("A null body is not a change", async () => {
  const operator = await anOperator(courseScopes);
  await operator.post("/courses", { name: "Knots" });
  const headers = { "content-type": "application/merge-patch+json" };
  const { bearer, site } = operator;
  const answer = await site.request("PATCH", "/api/v1/courses/knots", { bearer, headers, payload: "null" });
  assert.deepEqual([answer.statusCode, problemOf(answer).code], [400, "invalid_request"]);
});

void test("An end before its start is rejected", async () => {
  const operator = await anOperator("courses:read courses:write events:read events:write");
  const [later, sooner] = [inHours(48), inHours(24)];
  const course = (await operator.post("/courses", { name: "Knots" })).json<Course>();
  const event = await anEvent(operator);
  const refused: [string, object, string][] = [
    ["/courses", { name: "x", available_from: later, available_until: sooner }, "/available_until"],
    [
      `/courses/${course.id}/plans`,
      { name: "x", plan_type: "free", sale_starts_at: later, sale_ends_at: sooner },
      "/sale_ends_at",
    ],
    [`/events/${event.id}/tickets`, { name: "x", sale_starts_at: later, sale_ends_at: sooner }, "/sale_ends_at"],
  ];
  for (const [path, body, pointer] of refused) {
    assert.deepEqual(problemOf(await operator.post(path, body)).pointers, [pointer]);
  }
  const changes: [string, object, string][] = [
    [`/courses/${course.id}`, { available_from: later, available_until: sooner }, "/available_until"],
    [
      `/events/${event.id}`,
      { registration_opens_at: later, registration_closes_at: sooner },
      "/registration_closes_at",
    ],
  ];
  for (const [path, body, pointer] of changes) {
    assert.deepEqual(problemOf(await operator.patch(path, body)).pointers, [pointer]);
  }
});

void test("Every read has an ETag, including lists and counts", async () => {
  const operator = await anOperator(`${courseScopes} school:read appearance:read analytics:read`);
  await operator.post("/courses", { name: "Knots" });
  for (const path of [
    "/courses",
    "/courses/knots",
    "/courses/knots/plans",
    "/tags?kind=course",
    "/school",
    "/school/settings",
    "/appearance",
  ]) {
    const read = await operator.get(path);
    const again = await operator.get(path, { "if-none-match": String(read.headers["etag"]) });
    assert.deepEqual([read.statusCode, again.statusCode], [200, 304], path);
  }
  const list = await operator.get("/courses");
  const stale = await operator.patch("/courses/knots", { name: "Ropes" }, { "if-match": String(list.headers["etag"]) });
  assert.deepEqual([stale.statusCode, problemOf(stale).code], [412, "etag_mismatch"]);
  await operator.post("/courses", { name: "Sails" });
  const changed = await operator.get("/courses", { "if-none-match": String(list.headers["etag"]) });
  assert.equal(changed.statusCode, 200);
});

void test("A school's creation time is that of its site, whenever its appearance is first changed", async () => {
  const operator = await anOperator("school:read school:write appearance:read appearance:write");
  const createdOf = async (path: string) => (await operator.get(path)).json<{ created_at: string }>().created_at;
  const before = [await createdOf("/school"), await createdOf("/appearance")];
  await later(3_600_000, async () => {
    const again = await operatorOf(operator.site, "school:write appearance:write");
    assert.equal((await again.patch("/school", { time_zone: "Asia/Taipei" })).statusCode, 200);
    assert.equal((await again.patch("/appearance", { dark_mode: "on" }, { "if-match": "*" })).statusCode, 200);
  });
  assert.deepEqual([await createdOf("/school"), await createdOf("/appearance")], before);
});

void test("A change merges the parts of a field, and null removes a part", async () => {
  const operator = await anOperator(courseScopes);
  const seo = { title: "A", description: "B" };
  const { slug } = (
    await operator.post("/courses", { name: "Knots", seo, metadata: { a: "1", b: "2" } })
  ).json<Course>();
  const patch = { seo: { title: "C" }, metadata: { a: null, c: "3" }, completion: { require_quizzes: true } };
  const changed = (await operator.patch(`/courses/${slug}`, patch)).json<Record<string, object>>();
  assert.deepEqual(changed["seo"], { title: "C", description: "B" });
  assert.deepEqual(changed["metadata"], { b: "2", c: "3" });
  assert.deepEqual(changed["completion"], { required_percent: 100, require_quizzes: true, require_assignments: false });
});

void test("A dry run validates everything and stores nothing: no row, audit entry, event or key", async () => {
  const operator = await anOperator(courseScopes);
  const before = await auditOf(operator.site);
  const dry = await operator.post("/courses?dry_run=true", { name: "Knots" }, { "idempotency-key": "k" });
  assert.equal(dry.statusCode, 200);
  const { dry_run, would } = dry.json<{ dry_run: boolean; would: { create: Course } }>();
  assert.deepEqual([dry_run, would.create.name], [true, "Knots"]);
  assert.deepEqual(await auditOf(operator.site), before);
  assert.deepEqual((await operator.get("/courses")).json<CoursePage>().data, []);
  assert.equal((await operator.post("/courses", { name: "Other" }, { "idempotency-key": "k" })).statusCode, 201);
  const wrong = await operator.post("/courses?dry_run=true", {});
  assert.equal(problemOf(wrong).code, "validation_failed");
  assert.equal(problemOf(await operator.post("/courses?dry_run=maybe", { name: "x" })).code, "invalid_request");
});

async function would(send: (query: string) => Promise<LightMyRequestResponse>): Promise<string[]> {
  const dry = await send("?dry_run=true");
  assertStatus(dry, 200);
  return Object.keys(dry.json<{ would: object }>().would);
}

const anEmail = () => `${newId()}@example.test`;

void test("A dry run reports whether it would create or update, matching the actual call", async () => {
  const kinds = ["courses", "lecturers", "posts", "events", "members"];
  const scopes = kinds.map((kind) => `${kind}:write`).join(" ");
  const operator = await anOperator(`${scopes} students:write coupons:write`);
  const bodies: Record<string, object> = {
    courses: { name: "Knots" },
    lecturers: { name: "Ana" },
    posts: { title: "Knots", access: "public", body_markdown: "Ropes" },
    events: { name: "Knots", format: "online", starts_at: inHours(24), ends_at: inHours(26), time_zone: "Asia/Taipei" },
    members: { email: anEmail(), roles: ["student"] },
  };
  const email = anEmail();
  const finding = [
    ...kinds.map(
      (kind) => (query: string) => operator.put(`/${kind}/by_external_id/brandnew${query}`, bodies[kind] ?? {}),
    ),
    (query: string) => operator.post(`/students${query}`, { email }),
  ];
  for (const send of finding) {
    assert.deepEqual(await would(send), ["create"]);
    const made = await send("");
    assertStatus(made, 201);
    assert.deepEqual(await would(send), ["update"]);
    assert.equal((await send("")).statusCode, 200);
  }
  const coupons = { count: 2, ...tenOff };
  assert.deepEqual(await would((query) => operator.post(`/coupons/bulk_generate${query}`, coupons)), ["create"]);
  const courses = { operations: [{ op: "create", data: { name: "Ropes" } }] };
  assert.deepEqual(await would((query) => operator.post(`/courses/bulk${query}`, courses)), ["update"]);
});

void test("Bulk rows are answered individually, or rolled back together", async () => {
  const operator = await anOperator(courseScopes);
  const { id } = (await operator.post("/courses", { name: "Knots" })).json<Course>();
  const operations = [
    { op: "create", data: { name: "Ropes" } },
    { op: "create", data: { name: "Sails", slug: "knots" } },
    { op: "update", id, data: { subtitle: "All of them" } },
    { op: "create", data: { name: "", available_from: 3 } },
  ];
  const all = await operator.post("/courses/bulk", { operations, atomic: true });
  assert.deepEqual([all.statusCode, problemOf(all).code], [422, "validation_failed"]);
  assert.deepEqual(problemOf(all).pointers?.toSorted(), [
    "/operations/1",
    "/operations/3/data/available_from",
    "/operations/3/data/name",
  ]);
  assert.equal((await operator.get("/courses")).json<CoursePage>().data.length, 1);

  const each = (await operator.post("/courses/bulk", { operations })).json<{
    results: { status: string; error?: { code: string } }[];
    summary: object;
  }>();
  assert.deepEqual(
    each.results.map(({ status, error }) => error?.code ?? status),
    ["created", "slug_taken", "updated", "validation_failed"],
  );
  assert.deepEqual(each.summary, { created: 1, updated: 1, deleted: 0, unchanged: 0, failed: 2 });

  const many = { operations: Array.from({ length: 101 }, () => ({ op: "create", data: { name: "x" } })) };
  const tooMany = await operator.post("/courses/bulk", many);
  assert.deepEqual([tooMany.statusCode, problemOf(tooMany).code], [413, "too_many_rows"]);
});
