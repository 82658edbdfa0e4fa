import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../../support/world.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";

const courseScopes = "courses:read courses:write";

void test("A request without a token is 401 with a challenge, at every address", async () => {
  const site = await aSite();
  for (const path of ["/courses", "/courses/x", "/nothing"]) {
    const response = await site.get(`/api/v1${path}`);
    assert.equal(response.statusCode, 401);
    assert.equal(problemOf(response).code, "invalid_token");
    assert.match(String(response.headers["www-authenticate"]), /error="invalid_token".*resource_metadata="https:/);
    assert.match(String(response.headers["content-type"]), /^application\/problem\+json/);
  }
});

void test("A session cookie gives no access", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: ["owner"] }));
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await site.get("/api/v1/courses", { headers: { cookie } });
  assert.equal(response.statusCode, 401);
});

void test("A missing scope is 403 insufficient_scope with all scopes that the call needs", async () => {
  const operator = await anOperator("courses:read");
  const response = await operator.post("/courses", { name: "Knots" });
  assert.equal(response.statusCode, 403);
  assert.equal(problemOf(response).code, "insufficient_scope");
  assert.match(String(response.headers["www-authenticate"]), /scope="courses:read courses:write"/);
});

void test("After the role is lost, the same token gets role_required without a challenge", async () => {
  const operator = await anOperator("courses:read");
  const { setRoles } = await import("../../support/worlds/records.ts");
  await setRoles(operator.site, operator.member, ["student"]);
  const response = await operator.get("/courses");
  assert.deepEqual([response.statusCode, problemOf(response).code], [403, "role_required"]);
  assert.equal(response.headers["www-authenticate"], undefined);
});

void test("A course is serialized in snake_case, with its Markdown as sanitized HTML", async () => {
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

void test("A misspelled field is unknown_field, with a suggestion", async () => {
  const operator = await anOperator(courseScopes);
  const response = await operator.post("/courses", { name: "Knots", subtitel: "x", completion: { required: 3 } });
  const { status, code, pointers, detail } = problemOf(response);
  assert.deepEqual([status, code, pointers], [422, "unknown_field", ["/subtitel", "/completion/required"]]);
  assert.match(detail, /Did you mean subtitle\?/);
});

void test("All invalid values are reported, each with its JSON pointer", async () => {
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

void test("An id of another kind is invalid_id and names the expected kind", async () => {
  const operator = await anOperator(courseScopes);
  const response = await operator.get(`/courses/${operator.member.sub}`);
  const { status, code, detail } = problemOf(response);
  assert.deepEqual([status, code], [400, "invalid_id"]);
  assert.match(detail, /of a course/);
});

void test("Unknown parameters, filters and cursors are rejected, not ignored", async () => {
  const operator = await anOperator(courseScopes);
  assert.deepEqual(problemOf(await operator.get("/courses?statsu=draft")).code, "invalid_request");
  assert.deepEqual(problemOf(await operator.get("/courses?status=gone")).code, "invalid_filter");
  assert.deepEqual(problemOf(await operator.get("/courses?limit=201")).code, "invalid_filter");
  assert.deepEqual(problemOf(await operator.get("/courses?created_at[gte]=soon")).code, "invalid_filter");
  assert.deepEqual(problemOf(await operator.get("/courses?cursor=abc")).code, "invalid_cursor");
  assert.deepEqual(problemOf(await operator.get("/courses?limit=1&limit=2")).code, "invalid_request");
});

void test("Requests are rate-limited per application and person, and headers report the remainder", async () => {
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

void test("Bodies that are not JSON, of another type or too large have their own errors", async () => {
  const { site, bearer } = await anOperator(courseScopes);
  const send = async (payload: string, type: string) =>
    problemOf(await site.request("POST", "/api/v1/courses", { bearer, payload, headers: { "content-type": type } }));
  assert.deepEqual((await send("{", "application/json")).code, "invalid_request");
  assert.deepEqual((await send("[]", "application/json")).code, "invalid_request");
  assert.deepEqual((await send("name=x", "application/x-www-form-urlencoded")).code, "unsupported_media_type");
  const large = await send(JSON.stringify({ name: "x".repeat(1_100_000) }), "application/json");
  assert.deepEqual([large.status, large.code], [413, "body_too_large"]);
});

void test("An unknown address is 404, and an unsupported method is 405 with the allowed ones", async () => {
  const operator = await anOperator(courseScopes);
  assert.deepEqual(problemOf(await operator.get("/nothing")).code, "not_found");
  const wrong = await operator.put("/courses", {});
  assert.deepEqual(
    [wrong.statusCode, problemOf(wrong).code, wrong.headers["allow"]],
    [405, "method_not_allowed", "GET, HEAD, POST, OPTIONS"],
  );
});
