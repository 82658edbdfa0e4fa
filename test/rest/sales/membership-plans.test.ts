import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { newId, parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "membership_plans:read membership_plans:write courses:read courses:write";
type Json = Record<string, unknown>;
interface Made extends Json {
  id: string;
  slug: string;
}

async function make(operator: Operator, path: string, fields: Json): Promise<Made> {
  const response = await operator.post(path, fields);
  assertStatus(response, 201);
  return response.json<Made>();
}
const aPlan = (operator: Operator, fields: Json = {}) =>
  make(operator, "/membership_plans", { name: "Crew", plan_type: "recurring", ...fields });
const aCourse = (operator: Operator, name = "Knots") => make(operator, "/courses", { name });
const monthly = { price: { amount: 1500, currency: "EUR" }, interval: "month" };

async function namesOf(operator: Operator, path: string) {
  const response = await operator.get(path);
  assertStatus(response, 200);
  return response.json<{ data: { name: string }[] }>().data.map(({ name }) => name);
}

/** Subscribes a member to the plan, as a purchase does. */
async function subscribe({ site, member }: Operator, plan: string, pricing?: string): Promise<void> {
  const row = {
    siteId: site.site.id,
    id: newId(),
    memberId: member.id,
    planId: parseId("membershipPlan", plan),
    pricingId: pricing ? parseId("membershipPricing", pricing) : null,
    status: "active",
    source: "manual",
    startsAt: now(),
    createdAt: now(),
    updatedAt: now(),
  };
  await database.run`insert into subscriptions ${rows(row)}`;
}

void test("A membership plan is read by id or slug, with prices and courses on request", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const plan = await aPlan(operator, {
    description_markdown: "All *hands*",
    benefits: { course_ids: [course.id] },
    faq: [{ question: 'What, "if"?', answer_markdown: "Then {so}." }],
  });
  assert.deepEqual(
    [plan["object"], plan.slug, plan["status"], plan["visible"], plan["trial_days"], plan["subscriber_count"]],
    ["membership_plan", "crew", "draft", true, 0, 0],
  );
  assert.equal(plan["description_html"], "<p>All <em>hands</em></p>\n");
  assert.deepEqual(plan["faq"], [{ question: 'What, "if"?', answer_markdown: "Then {so}." }]);
  assert.deepEqual(plan["benefits"], {
    all_courses: false,
    course_ids: [course.id],
    post_category_ids: [],
    digital_product_ids: [],
    event_discount_percent: 0,
  });
  const pricing = await make(operator, "/membership_plans/crew/pricings", monthly);
  assert.deepEqual(
    [pricing["object"], pricing["plan_id"], pricing["price"], pricing["interval_count"], pricing["active"]],
    ["membership_pricing", plan.id, monthly.price, 1, true],
  );

  const plain = (await operator.get(`/membership_plans/${plan.id}`)).json<Json>();
  assert.ok(!("pricings" in plain) && !("courses" in plain));
  const whole = (await operator.get("/membership_plans/crew?expand=pricings,courses")).json<Record<string, Json[]>>();
  assert.deepEqual(
    [whole["pricings"]!.map(({ id }) => id), whole["courses"]!.map(({ id }) => id)],
    [[pricing.id], [course.id]],
  );
  const reader = await operatorOf(operator.site, "membership_plans:read");
  const refused = await reader.get("/membership_plans/crew?expand=courses");
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"]);
});

void test("Plans can be filtered by status, type, course, text and visibility; a list omits texts", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  await aPlan(operator, { name: "Crew", status: "active", position: 2, benefits: { course_ids: [course.id] } });
  await aPlan(operator, { name: "Hidden", visible: false, position: 1, description_markdown: "A secret harbour" });
  await aPlan(operator, { name: "Forever", plan_type: "lifetime" });
  assert.deepEqual(await namesOf(operator, "/membership_plans"), ["Forever", "Hidden", "Crew"]);
  assert.deepEqual(await namesOf(operator, "/membership_plans?sort=name"), ["Crew", "Forever", "Hidden"]);
  assert.deepEqual(await namesOf(operator, "/membership_plans?sort=-position&limit=1"), ["Crew"]);
  assert.deepEqual(await namesOf(operator, "/membership_plans?status=active"), ["Crew"]);
  assert.deepEqual(await namesOf(operator, "/membership_plans?plan_type=lifetime,fixed_date"), ["Forever"]);
  assert.deepEqual(await namesOf(operator, "/membership_plans?visible=false"), ["Hidden"]);
  assert.deepEqual(await namesOf(operator, `/membership_plans?course_id=${course.id}`), ["Crew"]);
  assert.deepEqual(await namesOf(operator, "/membership_plans?q=harb"), ["Hidden"]);
  const { data } = (await operator.get("/membership_plans")).json<{ data: Json[] }>();
  assert.ok(data.every((plan) => !("description_html" in plan) && !("faq" in plan) && "benefits" in plan));
});

void test("The end of a plan is validated for its type", async () => {
  const operator = await anOperator(scopes);
  const refusals: [Json, string][] = [
    [{ plan_type: "fixed_date" }, "/fixed_end_date"],
    [{ plan_type: "recurring", fixed_end_date: "2027-01-01T00:00:00Z" }, "/fixed_end_date"],
    [{ plan_type: "specific_length" }, "/length_days"],
    [{ plan_type: "lifetime", length_days: 30 }, "/length_days"],
  ];
  for (const [fields, pointer] of refusals) {
    const refused = await operator.post("/membership_plans", { name: "Crew", ...fields });
    assert.deepEqual([refused.statusCode, problemOf(refused).pointers], [422, [pointer]]);
  }
  const dated = await aPlan(operator, { plan_type: "fixed_date", fixed_end_date: "2027-01-01T00:00:00Z" });
  const changed = await operator.patch(`/membership_plans/${dated.id}`, {
    plan_type: "specific_length",
    fixed_end_date: null,
    length_days: 90,
  });
  assert.deepEqual([changed.statusCode, changed.json<Json>()["length_days"]], [200, 90]);
});

void test("The type of a plan is fixed after the first subscription, and deleting the plan archives it", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator, { plan_type: "lifetime", status: "active" });
  await subscribe(operator, plan.id);
  const path = `/membership_plans/${plan.id}`;
  const retyped = await operator.patch(path, { plan_type: "recurring" });
  assert.deepEqual([retyped.statusCode, problemOf(retyped).code], [409, "plan_in_use"]);
  const drafted = await operator.patch(path, { status: "draft" });
  assert.deepEqual([drafted.statusCode, drafted.json<Json>()["allowed"]], [409, ["archived"]]);
  assert.equal((await operator.delete(path)).statusCode, 204);
  assert.equal((await operator.get(path)).json<Json>()["status"], "archived");

  const unused = await aPlan(operator, { name: "Unused" });
  await make(operator, `/membership_plans/${unused.id}/pricings`, monthly);
  const otherwise = await operator.patch(`/membership_plans/${unused.id}`, { plan_type: "lifetime" });
  assert.deepEqual([otherwise.statusCode, problemOf(otherwise).code], [409, "has_dependents"]);
  assert.equal((await operator.delete(`/membership_plans/${unused.id}`)).statusCode, 204);
  assert.equal((await operator.get(`/membership_plans/${unused.id}`)).statusCode, 404);
  assert.equal((await aPlan(operator, { name: "Unused" })).slug, unused.slug, "The slug is free again.");
});

void test("A price in use can have another amount, but no other interval, and can still be deactivated", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator);
  const pricing = await make(operator, `/membership_plans/${plan.id}/pricings`, monthly);
  const path = `/membership_pricings/${pricing.id}`;
  const cheaper = { price: { amount: 1200, currency: "EUR" } };
  assert.deepEqual((await operator.patch(path, cheaper)).json<Json>()["price"], cheaper.price);
  await subscribe(operator, plan.id, pricing.id);
  const dearer = { price: { amount: 1500, currency: "EUR" } };
  assert.deepEqual((await operator.patch(path, dearer)).json<Json>()["price"], dearer.price);
  for (const change of [{ interval: "year" }, { interval_count: 2 }]) {
    const refused = await operator.patch(path, change);
    assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "pricing_in_use"]);
  }
  await database.run`
    update subscriptions set next_pricing_id = pricing_id where site_id = ${operator.site.id}`;
  const awaited = await operator.patch(path, cheaper);
  assert.deepEqual([awaited.statusCode, problemOf(awaited).code], [409, "pricing_in_use"]);
  const off = await operator.patch(path, { ...dearer, active: false, label: "Old" });
  assert.deepEqual([off.statusCode, off.json<Json>()["active"]], [200, false]);
});

void test("Recurring plans are billed at intervals, the others once", async () => {
  const operator = await anOperator(scopes);
  const [recurring, lifetime] = [await aPlan(operator), await aPlan(operator, { name: "X", plan_type: "lifetime" })];
  const once = { price: monthly.price };
  for (const [plan, price] of [
    [recurring, once],
    [lifetime, monthly],
  ] as const) {
    const refused = await operator.post(`/membership_plans/${plan.id}/pricings`, price);
    assert.deepEqual(problemOf(refused).pointers, ["/interval"]);
  }
  await make(operator, `/membership_plans/${lifetime.id}/pricings`, once);
  const pricing = await make(operator, `/membership_plans/${recurring.id}/pricings`, { ...monthly, external_id: "p1" });
  const refused = await operator.patch(`/membership_pricings/${pricing.id}`, { interval: null });
  assert.deepEqual(problemOf(refused).pointers, ["/interval"]);
  const twice = await operator.post(`/membership_plans/${recurring.id}/pricings`, { ...monthly, external_id: "p1" });
  assert.deepEqual([twice.statusCode, problemOf(twice).code], [409, "already_exists"]);
});

void test("The benefits of a plan are merged by a change of the plan, and replaced at their own address", async () => {
  const operator = await anOperator(scopes);
  const stranger = await aCourse(await anOperator(scopes));
  const course = await aCourse(operator);
  const plan = await aPlan(operator, { benefits: { course_ids: [course.id], event_discount_percent: 10 } });
  const path = `/membership_plans/${plan.id}`;
  const merged = (await operator.patch(path, { benefits: { all_courses: true } })).json<{ benefits: Json }>();
  assert.deepEqual(
    [merged.benefits["all_courses"], merged.benefits["course_ids"], merged.benefits["event_discount_percent"]],
    [true, [course.id], 10],
  );
  const replaced = await operator.put(`${path}/benefits`, { event_discount_percent: 5 });
  assertStatus(replaced, 200);
  const { benefits } = replaced.json<{ benefits: Json }>();
  assert.deepEqual(
    [benefits["all_courses"], benefits["course_ids"], benefits["event_discount_percent"]],
    [false, [], 5],
  );
  const foreign = await operator.put(`${path}/benefits`, { course_ids: [course.id, stranger.id] });
  assert.deepEqual([foreign.statusCode, problemOf(foreign).pointers], [422, ["/course_ids/1"]]);
  const inside = await operator.patch(path, { benefits: { course_ids: [stranger.id] } });
  assert.deepEqual(problemOf(inside).pointers, ["/benefits/course_ids/0"]);
  const category = await operator.patch(path, { benefits: { post_category_ids: ["pct_01k9g2c8p4e6t0v3x5y7z9b1d3"] } });
  assert.deepEqual(problemOf(category).pointers, ["/benefits/post_category_ids/0"]);
  const sellers = await anOperator("digital_products:read digital_products:write");
  const elsewhere = await make(sellers, "/digital_products", { name: "Chart" });
  for (const id of [elsewhere.id, "dpr_01k9g2c8p4e6t0v3x5y7z9b1d3"]) {
    const product = await operator.patch(path, { benefits: { digital_product_ids: [id] } });
    assert.deepEqual([product.statusCode, problemOf(product).pointers], [422, ["/benefits/digital_product_ids/0"]], id);
    const put = await operator.put(`${path}/benefits`, { digital_product_ids: [id] });
    assert.deepEqual(problemOf(put).pointers, ["/digital_product_ids/0"], id);
  }
});

void test("Slugs and external ids are unique, and a stale version is rejected", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator, { external_id: "crm/1" });
  const taken = await operator.post("/membership_plans", { name: "B", plan_type: "lifetime", slug: "crew" });
  assert.deepEqual([taken.statusCode, problemOf(taken).code], [409, "slug_taken"]);
  const twice = await operator.post("/membership_plans", { name: "B", plan_type: "lifetime", external_id: "crm/1" });
  assert.deepEqual([twice.statusCode, problemOf(twice).code], [409, "already_exists"]);
  const { etag } = (await operator.get("/membership_plans/crew")).headers;
  const headers = { "if-match": String(etag) };
  assert.equal((await operator.patch(`/membership_plans/${plan.id}`, { name: "A" }, headers)).statusCode, 200);
  const stale = await operator.put(`/membership_plans/${plan.id}/benefits`, {}, headers);
  assert.deepEqual([stale.statusCode, problemOf(stale).code], [412, "etag_mismatch"]);
});

void test("Plan changes are in the audit log and emitted as events", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator);
  await make(operator, `/membership_plans/${plan.id}/pricings`, monthly);
  await operator.put(`/membership_plans/${plan.id}/benefits`, { all_courses: true });
  await operator.patch(`/membership_plans/${plan.id}`, { status: "archived" });
  const actions = (await auditActions(operator.site)).filter((action) => action.includes("Membership"));
  assert.deepEqual(actions, [
    "createMembershipPlan",
    "createMembershipPricing",
    "replaceMembershipBenefits",
    "updateMembershipPlan",
  ]);
  const emitted = (await outboxOf(operator.site)).filter(({ type }) => type.startsWith("membership_plan."));
  assert.deepEqual(
    emitted.map(({ type }) => type.split(".")[1]),
    ["created", "updated", "updated", "updated", "archived"],
  );
  assert.ok(emitted.every(({ objectId }) => objectId === plan.id));
});
