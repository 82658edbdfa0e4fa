import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../support/world.ts";
import { anOperator, operatorOf, problemOf } from "./support/operator.ts";

const courseScopes = "courses:read courses:write";

void test("Without a token it is 401 with a challenge, whatever the address", async () => {
  const site = await aSite();
  for (const path of ["/courses", "/courses/x", "/nothing"]) {
    const response = await site.get(`/api/v1${path}`);
    assert.equal(response.statusCode, 401);
    assert.equal(problemOf(response).code, "invalid_token");
    assert.match(String(response.headers["www-authenticate"]), /error="invalid_token".*resource_metadata="https:/);
    assert.match(String(response.headers["content-type"]), /^application\/problem\+json/);
  }
});

void test("A session's cookie opens nothing here", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await site.get("/api/v1/courses", { headers: { cookie } });
  assert.equal(response.statusCode, 401);
});

void test("A scope that the token lacks is 403 insufficient_scope, with all that the call needs", async () => {
  const operator = await anOperator("courses:read");
  const response = await operator.post("/courses", { name: "Knots" });
  assert.equal(response.statusCode, 403);
  assert.equal(problemOf(response).code, "insufficient_scope");
  assert.match(String(response.headers["www-authenticate"]), /scope="courses:read courses:write"/);
});

void test("A role that is lost makes the same token role_required, without a challenge", async () => {
  const operator = await anOperator("courses:read");
  const { setRoles } = await import("../support/records.ts");
  await setRoles(operator.site, operator.member, ["student"]);
  const response = await operator.get("/courses");
  assert.deepEqual([response.statusCode, problemOf(response).code], [403, "role_required"]);
  assert.equal(response.headers["www-authenticate"], undefined);
});

void test("A course is written in snake_case, with its Markdown as sanitised HTML", async () => {
  const operator = await anOperator(courseScopes);
  const markdown = 'See **this** <script>alert(1)</script> <a href="javascript:x">y</a>';
  const made = await operator.post("/courses", {
    name: "Night sky",
    description_markdown: markdown,
    metadata: { aB: "c" },
  });
  assert.equal(made.statusCode, 201);
  const course = made.json<Record<string, unknown>>();
  assert.equal(
    course["description_html"],
    '<p>See <strong>this</strong>  <a rel="nofollow noopener noreferrer">y</a></p>\n',
  );
  assert.deepEqual(
    [course["object"], course["slug"], course["status"], course["metadata"]],
    ["course", "night-sky", "draft", { aB: "c" }],
  );
  assert.match(String(course["created_at"]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.match(String(course["id"]), /^crs_[0-9a-z]{26}$/);
});

void test("A field that is misspelt is unknown_field and named, with the one that was meant", async () => {
  const operator = await anOperator(courseScopes);
  const response = await operator.post("/courses", { name: "Knots", subtitel: "x", completion: { required: 3 } });
  const { status, code, pointers, detail } = problemOf(response);
  assert.deepEqual([status, code, pointers], [422, "unknown_field", ["/subtitel", "/completion/required"]]);
  assert.match(detail, /Did you mean subtitle\?/);
});

void test("Values that are wrong are all told, each with the pointer to its place", async () => {
  const operator = await anOperator(courseScopes);
  const response = await operator.post("/courses", {
    slug: "No Slug",
    available_from: "yesterday",
    completion: { required_percent: 101 },
  });
  const { status, code, pointers } = problemOf(response);
  assert.deepEqual([status, code], [422, "validation_failed"]);
  assert.deepEqual(pointers?.toSorted(), ["/available_from", "/completion/required_percent", "/name", "/slug"]);
});

void test("An id of another kind is invalid_id and says which was expected", async () => {
  const operator = await anOperator(courseScopes);
  const response = await operator.get(`/courses/${operator.member.sub}`);
  const { status, code, detail } = problemOf(response);
  assert.deepEqual([status, code], [400, "invalid_id"]);
  assert.match(detail, /of a course/);
});

void test("Parameters, filters and cursors that are unknown are refused rather than ignored", async () => {
  const operator = await anOperator(courseScopes);
  assert.deepEqual(problemOf(await operator.get("/courses?statsu=draft")).code, "invalid_request");
  assert.deepEqual(problemOf(await operator.get("/courses?status=gone")).code, "invalid_filter");
  assert.deepEqual(problemOf(await operator.get("/courses?limit=201")).code, "invalid_filter");
  assert.deepEqual(problemOf(await operator.get("/courses?created_at[gte]=soon")).code, "invalid_filter");
  assert.deepEqual(problemOf(await operator.get("/courses?cursor=abc")).code, "invalid_cursor");
  assert.deepEqual(problemOf(await operator.get("/courses?status=draft&status=published")).code, "invalid_request");
});

void test("Requests of one application and person are limited, and told how many are left", async () => {
  const site = await aSite({ apiRequestsPerMinute: 3 });
  const operator = await operatorOf(site, courseScopes);
  const first = await operator.get("/courses");
  assert.match(String(first.headers["ratelimit"]), /^"client";r=2;t=\d+$/);
  assert.equal(first.headers["ratelimit-policy"], '"site";q=12000;w=60, "client";q=3;w=60');
  for (let count = 0; count < 2; count++) assert.equal((await operator.get("/courses")).statusCode, 200);
  const refused = await operator.get("/courses");
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [429, "rate_limited"]);
  assert.match(String(refused.headers["retry-after"]), /^[1-9]\d?$/);
  const neighbour = await operatorOf(site, courseScopes);
  assert.equal((await neighbour.get("/courses")).statusCode, 200);
});

void test("Bodies that are no JSON, of another type or too large are told as such", async () => {
  const { site, bearer } = await anOperator(courseScopes);
  const send = async (payload: string, type: string) =>
    problemOf(await site.request("POST", "/api/v1/courses", { bearer, payload, headers: { "content-type": type } }));
  assert.deepEqual((await send("{", "application/json")).code, "invalid_request");
  assert.deepEqual((await send("[]", "application/json")).code, "invalid_request");
  assert.deepEqual((await send("name=x", "application/x-www-form-urlencoded")).code, "unsupported_media_type");
  const large = await send(JSON.stringify({ name: "x".repeat(1_100_000) }), "application/json");
  assert.deepEqual([large.status, large.code], [413, "body_too_large"]);
});

void test("An address that is not there is 404, a method that it does not take 405 with those it does", async () => {
  const operator = await anOperator(courseScopes);
  assert.deepEqual(problemOf(await operator.get("/nothing")).code, "not_found");
  const wrong = await operator.put("/courses", {});
  assert.deepEqual(
    [wrong.statusCode, problemOf(wrong).code, wrong.headers["allow"]],
    [405, "method_not_allowed", "GET, HEAD, POST, OPTIONS"],
  );
});
