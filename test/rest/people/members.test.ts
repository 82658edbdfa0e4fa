import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { anOperator, operatorOf, type Operator, problemOf } from "../support/operator.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { add, type AMember, anEmail, scopes } from "../support/added-members.ts";

const idsOf = async (operator: Operator, query: string) =>
  (await operator.get(`/members${query}`)).json<{ data: AMember[] }>().data.map(({ id }) => id);

void test("A member is added with a profile, read, and returned in the same shape everywhere", async () => {
  const operator = await anOperator(scopes);
  const email = anEmail();
  const made = await operator.post("/members", {
    email,
    name: "Mia Wong",
    roles: ["student", "lecturer"],
    phone: "+886 2 1234 5678",
    locale: "zh-TW",
    time_zone: "Asia/Taipei",
    tags: ["vip", "vip"],
    external_id: "crm/1",
    metadata: { source: "crm" },
  });
  assertStatus(made, 201);
  const member = made.json<AMember & Record<string, unknown>>();
  assert.deepEqual(
    [member.object, member.email, member.roles, member.status, member.tags, member.identities, member.lecturer_id],
    ["member", email, ["lecturer", "student"], "invited", ["vip"], [], null],
  );
  assert.deepEqual(
    [member.phone, member.locale, member.time_zone, member.external_id, member.metadata, member.email_verified],
    ["+886 2 1234 5678", "zh-TW", "Asia/Taipei", "crm/1", { source: "crm" }, false],
  );
  assert.ok(!("account_id" in member) && !("version" in member));
  const read = await operator.get(`/members/${member.id}`);
  assert.deepEqual(read.json(), made.json());
  assert.ok(read.headers.etag);
  const again = await operator.post("/members", { email: email.toUpperCase(), roles: ["student"] });
  assert.deepEqual([again.statusCode, problemOf(again).code], [409, "already_member"]);
});

void test("A change contains only changed fields; lists are replaced, free-form objects merged", async () => {
  const operator = await anOperator(scopes);
  const { id } = await add(operator, { name: "Mia", tags: ["a"], metadata: { a: "1", b: "2" } });
  const consent = { granted: true, source: "Newsletter form" };
  const changed = await operator.patch(`/members/${id}`, {
    name: "Mia W.",
    tags: ["b"],
    metadata: { a: null, c: "3" },
    marketing_consent: consent,
  });
  assertStatus(changed, 200);
  const member = changed.json<AMember>();
  assert.deepEqual([member.name, member.tags, member.metadata], ["Mia W.", ["b"], { b: "2", c: "3" }]);
  assert.equal(member.marketing_consent.granted, true);
  assert.equal(member.marketing_consent.source, "Newsletter form");
  assert.ok(member.marketing_consent.at);
  const withdrawn = (await operator.patch(`/members/${id}`, { marketing_consent: { granted: false } })).json<AMember>();
  assert.deepEqual([withdrawn.marketing_consent.granted, withdrawn.marketing_consent.source], [false, null]);
  assert.deepEqual(problemOf(await operator.patch(`/members/${id}`, { roles: ["owner"] })).code, "read_only");
});

void test("A stale version is rejected", async () => {
  const operator = await anOperator(scopes);
  const { id } = await add(operator);
  const { etag } = (await operator.get(`/members/${id}`)).headers;
  const changed = await operator.patch(`/members/${id}`, { name: "One" }, { "if-match": etag! });
  assert.equal(changed.statusCode, 200);
  const late = await operator.patch(`/members/${id}`, { name: "Two" }, { "if-match": etag! });
  assert.deepEqual([late.statusCode, problemOf(late).code], [412, "etag_mismatch"]);
});

void test("A contact address is unique to one member, in any notation, and does not sign in", async () => {
  const operator = await anOperator(scopes);
  const [one, other] = [await add(operator), await add(operator)];
  const taken = await operator.patch(`/members/${one.id}`, { email: other.email.toUpperCase() });
  assert.deepEqual([taken.statusCode, problemOf(taken).code], [409, "already_exists"]);
  const moved = await operator.patch(`/members/${one.id}`, { email: "Mía@example.test" });
  assert.equal(moved.json<AMember>().email, "Mía@example.test".normalize("NFC"));
  assert.deepEqual(await idsOf(operator, `?email=${encodeURIComponent("mía@EXAMPLE.test")}`), [one.id]);
  // The account of a member who has accepted keeps its sign-in address.
  const { sub, email } = await operator.site.member();
  assert.equal((await operator.patch(`/members/${sub}`, { email: "other@example.test" })).statusCode, 200);
  assert.equal((await operator.post("/members", { email, roles: ["student"] })).statusCode, 409);
});

void test("Members can be filtered by text, tags, roles, status, external id and consent", async () => {
  const operator = await anOperator(scopes);
  const mia = await add(operator, { name: "Mia Wong", tags: ["vip"], external_id: "crm/7" });
  const lin = await add(operator, { name: "林雅婷", roles: ["teaching_assistant"] });
  const own = operator.member.sub;
  await operator.patch(`/members/${mia.id}`, { marketing_consent: { granted: true } });
  const expectations: [string, string[]][] = [
    ["?q=mia won", [mia.id]],
    ["?q=雅婷", [lin.id]],
    [`?q=${encodeURIComponent(mia.email)}`, [mia.id]],
    ["?tag=vip,other", [mia.id]],
    ["?role=teaching_assistant", [lin.id]],
    ["?role=owner,student&sort=created_at", [own, mia.id]],
    ["?status=invited&sort=created_at", [mia.id, lin.id]],
    ["?status=suspended", []],
    ["?external_id=crm/7", [mia.id]],
    ["?marketing_consent=true", [mia.id]],
    ["?marketing_consent=false&sort=created_at", [own, lin.id]],
    [`?ids=${mia.id}`, [mia.id]],
    ["?sort=name&status=invited", [mia.id, lin.id]],
    ["?last_sign_in_at[is]=null&sort=last_sign_in_at", [own, mia.id, lin.id]],
  ];
  for (const [query, ids] of expectations) assert.deepEqual(await idsOf(operator, query), ids, query);
  const page = (await operator.get("/members?limit=2&include_total=true")).json<{
    page: { total: number; next_cursor: string };
  }>();
  assert.equal(page.page.total, 3);
  assert.deepEqual(await idsOf(operator, `?limit=2&cursor=${page.page.next_cursor}`), [own]);
  assert.equal((await operator.get("/members?role=admin")).statusCode, 400);
});

void test("A member is created once by external id, then updated, without emails", async () => {
  const operator = await anOperator(scopes);
  const email = anEmail();
  const path = "/members/by_external_id/crm%2F9";
  assert.deepEqual(problemOf(await operator.put(path, { name: "Unknown" })).pointers, ["/email"]);
  const made = await operator.put(path, { email, name: "Noa" });
  assert.deepEqual([made.statusCode, made.json<AMember>().roles], [201, ["student"]]);
  const changed = await operator.put(path, { name: "Noa B.", roles: ["lecturer"], tags: ["staff"] });
  assertStatus(changed, 200);
  const member = changed.json<AMember>();
  assert.deepEqual([member.name, member.roles, member.tags, member.email], ["Noa B.", ["lecturer"], ["staff"], email]);
  assert.deepEqual((await operator.get("/invitations")).json<{ data: unknown[] }>().data, []);
});

void test("A new member who declines marketing is created, with an audit entry", async () => {
  const operator = await anOperator(scopes);
  const path = "/members/by_external_id/crm-7";
  const made = await operator.put(path, { email: anEmail(), marketing_consent: { granted: false } });
  assertStatus(made, 201);
  assert.ok((await auditActions(operator.site)).includes("upsertMember"));
  const data = { email: anEmail(), marketing_consent: { granted: false } };
  const bulk = await operator.post("/members/bulk", { operations: [{ op: "upsert", data }] });
  assert.equal(bulk.json<{ results: { status: string }[] }>().results[0]!.status, "created");
});

void test("Many members are saved and tagged in one request, individually per row", async () => {
  const operator = await anOperator(scopes);
  const known = await add(operator, { tags: ["old"] });
  const operations = [
    { op: "upsert", data: { email: anEmail(), name: "New", tags: ["x"] } },
    { op: "upsert", data: { email: known.email, name: "Known" } },
    { op: "upsert", data: { email: "nonsense" } },
    { op: "tag_add", id: known.id, tags: ["vip", "old"] },
    { op: "tag_add", id: known.id, tags: ["vip"] },
    { op: "tag_remove", id: known.id, tags: ["old"] },
  ];
  const done = await operator.post("/members/bulk", { operations });
  assertStatus(done, 200);
  const { results, summary } = done.json<{ results: { status: string }[]; summary: Record<string, number> }>();
  assert.deepEqual(
    results.map(({ status }) => status),
    ["created", "updated", "failed", "updated", "unchanged", "updated"],
  );
  assert.deepEqual([summary.created, summary.updated, summary.unchanged, summary.failed], [1, 3, 1, 1]);
  const member = (await operator.get(`/members/${known.id}`)).json<AMember>();
  assert.deepEqual([member.name, member.tags], ["Known", ["vip"]]);
  assert.equal((await operator.post("/members/bulk", { operations, atomic: true })).statusCode, 422);
});

void test("Subscribers can be filtered, and removed only with their subscriptions", async () => {
  const operator = await anOperator(scopes);
  const { site } = operator;
  const [one, other] = [await add(operator), await add(operator)];
  const [planId, memberId, id] = [newId(), parseId("member", one.id)!, newId()];
  const dates = { createdAt: now(), updatedAt: now() };
  const plan = { siteId: site.id, id: planId, name: "Crew", slug: "crew", planType: "recurring", ...dates };
  await database.run`insert into membership_plans ${rows(plan)}`;
  const subscription = { id, memberId, planId, status: "active", source: "manual", startsAt: now() };
  await database.run`insert into subscriptions ${rows({ siteId: site.id, ...subscription, ...dates })}`;
  assert.deepEqual(await idsOf(operator, "?has_active_subscription=true"), [one.id]);
  assert.deepEqual(await idsOf(operator, `?plan_id=${formatId("membershipPlan", planId)}`), [one.id]);
  assert.deepEqual(await idsOf(operator, "?has_active_subscription=false&status=invited"), [other.id]);
  const refused = await operator.delete(`/members/${one.id}`);
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "active_subscriptions"]);
  assert.equal((await operator.delete(`/members/${one.id}?cancel_subscriptions=true`)).statusCode, 204);
  const ended = await database.first<{ status: string }>`
    select status from subscriptions where site_id = ${site.id} and id = ${id}`;
  assert.equal(ended!.status, "canceled");
});

void test("The tags of members are counted, for callers who may read members", async () => {
  const operator = await anOperator(`${scopes} courses:read`);
  await add(operator, { tags: ["vip", "crew"] });
  await add(operator, { tags: ["vip"] });
  const { data } = (await operator.get("/tags?kind=member")).json<{ data: { name: string; count: number }[] }>();
  assert.deepEqual(
    data.map(({ name, count }) => [name, count]),
    [
      ["vip", 2],
      ["crew", 1],
    ],
  );
  const reader = await operatorOf(operator.site, "courses:read");
  assert.equal((await reader.get("/tags?kind=member")).statusCode, 403);
});

void test("A dry run sends and stores nothing", async () => {
  const operator = await anOperator(scopes);
  const email = anEmail();
  const dryRunResult = await operator.post("/members?dry_run=true", { email, roles: ["student"] });
  assertStatus(dryRunResult, 200);
  assert.deepEqual(await idsOf(operator, `?email=${email}`), []);
});

void test("A member of another site is not found", async () => {
  const [operator, other] = [await anOperator(scopes), await anOperator(scopes)];
  const { id } = await add(other);
  for (const response of [
    await operator.get(`/members/${id}`),
    await operator.patch(`/members/${id}`, { name: "X" }),
    await operator.put(`/members/${id}/roles`, { roles: ["student"] }),
    await operator.post(`/members/${id}/suspend`),
    await operator.delete(`/members/${id}`),
    await operator.get(`/members/${id}/notes`),
    await operator.get(`/members/${id}/activity`),
  ]) {
    assert.deepEqual([response.statusCode, problemOf(response).code], [404, "not_found"]);
  }
});
