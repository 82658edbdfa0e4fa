import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite, later } from "../support/world.ts";
import { auditOf } from "../support/records.ts";
import { anOperator, operatorOf, problemOf } from "./support/operator.ts";

interface Course {
  id: string;
  name: string;
  slug: string;
  updated_at: string;
}
interface CoursePage {
  data: Course[];
  deleted?: { id: string; deleted_at: string }[];
  page: { next_cursor: string | null; has_more: boolean; total?: number };
}

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

void test("Pages follow each other by cursor, each row once, in either direction and in every order", async () => {
  const operator = await anOperator(courseScopes);
  for (const name of ["Charts", "Anchors", "Buoys", "Anchors"]) await operator.post("/courses", { name });
  for (const [sort, expected] of [
    ["name", ["Anchors", "Anchors", "Buoys", "Charts"]],
    ["-name", ["Charts", "Buoys", "Anchors", "Anchors"]],
    ["created_at", ["Charts", "Anchors", "Buoys", "Anchors"]],
    ["-created_at", ["Anchors", "Buoys", "Anchors", "Charts"]],
    ["position", ["Charts", "Anchors", "Buoys", "Anchors"]],
    ["published_at", ["Charts", "Anchors", "Buoys", "Anchors"]],
  ] as const) {
    const seen: Course[] = [];
    let path: string | undefined = `/courses?sort=${sort}&limit=1`;
    while (path) {
      const response = await operator.get(path);
      assert.equal(response.statusCode, 200, response.body);
      seen.push(...response.json<CoursePage>().data);
      path = /<https:\/\/[^/]+\/api\/v1([^>]+)>; rel="next"/.exec(String(response.headers["link"]))?.[1];
    }
    assert.deepEqual(
      seen.map(({ name }) => name),
      expected,
      sort,
    );
    assert.equal(new Set(seen.map(({ id }) => id)).size, 4);
  }
});

void test("A cursor is good for its own filters and order alone", async () => {
  const operator = await anOperator(courseScopes);
  for (const name of ["One", "Two"]) await operator.post("/courses", { name });
  const { page } = (await operator.get("/courses?limit=1&status=draft")).json<CoursePage>();
  const cursor = encodeURIComponent(page.next_cursor!);
  assert.equal((await operator.get(`/courses?limit=1&status=draft&cursor=${cursor}`)).statusCode, 200);
  assert.equal((await operator.get(`/courses?limit=100&status=draft&cursor=${cursor}`)).statusCode, 200);
  assert.equal(problemOf(await operator.get(`/courses?limit=1&cursor=${cursor}`)).code, "invalid_cursor");
  assert.equal(
    problemOf(await operator.get(`/courses?status=draft&sort=name&cursor=${cursor}`)).code,
    "invalid_cursor",
  );
});

void test("A list is counted where that is asked for, and reduced to the fields that are chosen", async () => {
  const operator = await anOperator(courseScopes);
  for (const name of ["One", "Two", "Three"]) await operator.post("/courses", { name, tags: [name] });
  const counted = (
    await operator.get("/courses?limit=1&include_total=true&tag=One,Two&fields=name")
  ).json<CoursePage>();
  assert.equal(counted.page.total, 2);
  assert.deepEqual(Object.keys(counted.data[0]!), ["name"]);
  const refused = await operator.get("/courses?fields=nmae");
  assert.deepEqual(problemOf(refused).code, "invalid_request");
});

void test("Search finds words by their beginnings, without accents, and scripts without spaces by any part", async () => {
  const operator = await anOperator(courseScopes);
  const names = ["Économie générale", "夜空の星", "ดาราศาสตร์เบื้องต้น", "مُقَدِّمَة الفلك", "별자리 입문"];
  for (const name of names) await operator.post("/courses", { name });
  const found = async (q: string) =>
    (await operator.get(`/courses?q=${encodeURIComponent(q)}`)).json<CoursePage>().data.map(({ name }) => name);
  assert.deepEqual(await found("econ gen"), [names[0]]);
  assert.deepEqual(await found("夜空"), [names[1]]);
  assert.deepEqual(await found("星"), [names[1]]);
  assert.deepEqual(await found("ศาสตร์"), [names[2]]);
  assert.deepEqual(await found("مقدمة"), [names[3]]);
  assert.deepEqual(await found("별자"), [names[4]]);
  assert.deepEqual(await found("?!"), []);
  assert.deepEqual(await found("nothing"), []);
});

void test("Whoever synchronises is told what changed since, and what was deleted", async () => {
  const operator = await anOperator(courseScopes);
  const [kept, gone] = [
    await operator.post("/courses", { name: "Kept" }),
    await operator.post("/courses", { name: "Gone" }),
  ];
  const since = encodeURIComponent(gone.json<Course>().updated_at);
  await later(1000, async () => {
    assert.equal((await operator.delete(`/courses/${gone.json<Course>().id}`)).statusCode, 204);
  });
  await later(2000, async () => {
    assert.deepEqual((await operator.get("/courses")).json<CoursePage>().data.length, 1);
    const path = `/courses?include_deleted=true&sort=updated_at&updated_at[gt]=${since}`;
    const { data, deleted } = (await operator.get(path)).json<CoursePage>();
    assert.deepEqual([data, deleted?.map(({ id }) => id)], [[], [gone.json<Course>().id]]);
  });
  await later(91 * 86_400_000, async () => {
    const again = await operatorOf(operator.site, courseScopes);
    assert.deepEqual((await again.get("/courses?include_deleted=true")).json<CoursePage>().deleted, []);
    assert.equal((await again.get(`/courses/${kept.json<Course>().id}`)).statusCode, 200);
  });
});

void test("An ETag saves reading again what did not change, and a change from undoing another", async () => {
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
  assert.deepEqual([nonsense.statusCode, problemOf(nonsense).code], [412, "etag_mismatch"]);
});

void test("A change merges the parts of a field, and null takes a part away", async () => {
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

void test("A dry run checks everything and leaves nothing: no row, no audit entry, no event, no key", async () => {
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

void test("A write with a key happens once, and its repetition is answered letter by letter alike", async () => {
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

void test("Of many at once with one key exactly one has an effect", async () => {
  const operator = await anOperator(courseScopes);
  const send = () => operator.post("/courses", { name: "Knots" }, { "idempotency-key": "k" });
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  for (const answer of answers) {
    const fine = answer.statusCode === 201 || problemOf(answer).code === "idempotency_in_progress";
    assert.ok(fine, answer.body);
  }
  assert.equal((await operator.get("/courses")).json<CoursePage>().data.length, 1);
});

void test("A refusal is remembered with its key as well", async () => {
  const operator = await anOperator(courseScopes);
  const headers = { "idempotency-key": "k" };
  const first = await operator.post("/courses", { name: "Knots", slug: "Not A Slug" }, headers);
  const second = await operator.post("/courses", { name: "Knots", slug: "Not A Slug" }, headers);
  assert.deepEqual([first.statusCode, second.statusCode, second.body], [422, 422, first.body]);
});

void test("Many rows in one request: each is answered for itself, or all are taken back", async () => {
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
    [405, "method_not_allowed", "GET, POST"],
  );
});
