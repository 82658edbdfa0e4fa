import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, parseId } from "#domain/ids.ts";
import { day, now } from "../support/clock.ts";
import { auditActions, outboxOf } from "../support/records.ts";
import { database } from "../support/database.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "./support/operator.ts";

const scopes =
  "subscriptions:read subscriptions:write membership_plans:read membership_plans:write members:read members:write";
type Json = Record<string, unknown>;
interface Made extends Json {
  id: string;
}

const inDays = (days: number) => new Date(now().getTime() + days * day).toISOString();

async function make(operator: Operator, path: string, fields: Json): Promise<Made> {
  const response = await operator.post(path, fields);
  assert.equal(response.statusCode, 201, response.body);
  return response.json<Made>();
}

const aPlan = (operator: Operator, fields: Json = {}) =>
  make(operator, "/membership_plans", { name: "Crew", plan_type: "recurring", status: "active", ...fields });

const aPrice = (operator: Operator, plan: Made, fields: Json = {}) =>
  make(operator, `/membership_plans/${plan.id}/pricings`, {
    price: { amount: 1500, currency: "EUR" },
    interval: "month",
    ...fields,
  });

async function aMember({ site }: Operator): Promise<string> {
  return formatId("member", (await site.member()).id);
}

async function aSubscription(operator: Operator, plan: Made, fields: Json = {}): Promise<Made> {
  return make(operator, "/subscriptions", { member_id: await aMember(operator), plan_id: plan.id, ...fields });
}

async function step(operator: Operator, { id }: Made, name: string, body: Json = {}): Promise<Json> {
  const response = await operator.post(`/subscriptions/${id}/${name}`, body);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Json>();
}

async function refusedStep(operator: Operator, { id }: Made, name: string, body: Json = {}) {
  const response = await operator.post(`/subscriptions/${id}/${name}`, body);
  const { allowed } = response.json<{ allowed?: string[] }>();
  return [response.statusCode, problemOf(response).code, allowed];
}

const countOf = async (operator: Operator, { id }: Made) =>
  (await operator.get(`/membership_plans/${id}`)).json<Json>()["subscriber_count"];

void test("A plan is given to a member without a charge, once, and its subscribers are counted", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator, { member_limit: 2 });
  const price = await aPrice(operator, plan, { interval: "week", interval_count: 2 });
  const member = await aMember(operator);
  const granted = await make(operator, "/subscriptions", {
    member_id: member,
    plan_id: plan.id,
    pricing_id: price.id,
    starts_at: "2026-01-01T00:00:00Z",
    metadata: { why: "thanks" },
  });
  assert.deepEqual(
    [granted["object"], granted["status"], granted["source"], granted["provider"], granted["next_charge_at"]],
    ["subscription", "active", "manual", null, null],
  );
  assert.deepEqual([granted["is_lifetime"], granted["ends_at"], granted["metadata"]], [false, null, { why: "thanks" }]);
  const [start, end] = ["current_period_start", "current_period_end"].map((name) => Date.parse(String(granted[name])));
  assert.equal(end! - start!, 14 * day);
  assert.equal((start! - Date.parse("2026-01-01T00:00:00Z")) % (14 * day), 0);
  assert.ok(start! <= now().getTime() && end! > now().getTime());
  assert.equal(await countOf(operator, plan), 1);

  const again = await operator.post("/subscriptions", { member_id: member, plan_id: plan.id });
  assert.deepEqual([again.statusCode, problemOf(again).code], [409, "already_subscribed"]);
  await aSubscription(operator, plan);
  const third = await operator.post("/subscriptions", { member_id: await aMember(operator), plan_id: plan.id });
  assert.deepEqual([third.statusCode, problemOf(third).code], [409, "sold_out"]);

  await step(operator, granted, "cancel", { mode: "now", reason: "moved away" });
  assert.equal(await countOf(operator, plan), 1);
  const renewed = await make(operator, "/subscriptions", { member_id: member, plan_id: plan.id });
  assert.notEqual(renewed.id, granted.id);
  assert.deepEqual(
    (await outboxOf(operator.site)).map(({ type }) => type).filter((type) => type.startsWith("subscription.")),
    ["subscription.created", "subscription.created", "subscription.canceled", "subscription.created"],
  );
  assert.ok((await auditActions(operator.site)).includes("grantSubscription"));
  assert.ok((await auditActions(operator.site)).includes("cancelSubscription"));
});

void test("Many who want the last place of a plan at once are let in as far as it goes", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator, { member_limit: 2 });
  const members = await Promise.all(Array.from({ length: 5 }, () => aMember(operator)));
  const answers = await Promise.all(
    members.map((member_id) => operator.post("/subscriptions", { member_id, plan_id: plan.id })),
  );
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
    [201, 201, 409, 409, 409],
  );
  assert.equal(await countOf(operator, plan), 2);
});

void test("What is given lasts as its plan says", async () => {
  const operator = await anOperator(scopes);
  const [until, length, life] = [
    await aPlan(operator, { name: "Season", plan_type: "fixed_date", fixed_end_date: inDays(30) }),
    await aPlan(operator, { name: "Course of ten days", plan_type: "specific_length", length_days: 10 }),
    await aPlan(operator, { name: "For ever", plan_type: "lifetime" }),
  ];
  const season = await aSubscription(operator, until);
  assert.deepEqual([season["ends_at"], season["current_period_end"]], [until["fixed_end_date"], null]);
  const ten = await aSubscription(operator, length, { starts_at: inDays(1) });
  assert.equal(Date.parse(String(ten["ends_at"])) - Date.parse(String(ten["starts_at"])), 10 * day);
  assert.equal(ten["status"], "incomplete", "It has not begun.");
  const forever = await aSubscription(operator, life);
  assert.deepEqual([forever["is_lifetime"], forever["ends_at"]], [true, null]);
  const trial = await aSubscription(operator, await aPlan(operator), { trial_days: 7 });
  assert.deepEqual([trial["status"], trial["current_period_end"]], ["trialing", trial["trial_ends_at"]]);

  const refusals: [Made, Json, string][] = [
    [life, { ends_at: inDays(3) }, "/ends_at"],
    [life, { trial_days: 3 }, "/trial_days"],
    [until, { ends_at: inDays(-3) }, "/ends_at"],
    [until, { trial_days: 40 }, "/trial_days"],
    [until, { pricing_id: (await aPrice(operator, await aPlan(operator))).id }, "/pricing_id"],
  ];
  for (const [plan, fields, pointer] of refusals) {
    const member_id = await aMember(operator);
    const response = await operator.post("/subscriptions", { member_id, plan_id: plan.id, ...fields });
    assert.deepEqual([response.statusCode, problemOf(response).pointers], [422, [pointer]], response.body);
  }
  const draft = await aPlan(operator, { status: "draft" });
  const early = await operator.post("/subscriptions", { member_id: await aMember(operator), plan_id: draft.id });
  assert.deepEqual([early.statusCode, problemOf(early).code], [409, "invalid_state"]);
});

void test("A subscription that is going to be canceled accepts only its end now, or that it is taken back", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator);
  const subscription = await aSubscription(operator, plan);
  const canceling = await step(operator, subscription, "cancel", { mode: "at_period_end", reason: "too dear" });
  assert.deepEqual(
    [canceling["status"], canceling["cancel_at_period_end"], canceling["cancel_at"], canceling["cancel_reason"]],
    ["active", true, canceling["current_period_end"], "too dear"],
  );
  const only = [409, "invalid_state", ["active", "canceled"]];
  assert.deepEqual(await refusedStep(operator, subscription, "cancel", { mode: "at_period_end" }), only);
  assert.deepEqual(await refusedStep(operator, subscription, "cancel", { mode: "at_date", date: inDays(3) }), only);
  assert.deepEqual(await refusedStep(operator, subscription, "pause"), only);
  assert.deepEqual(await refusedStep(operator, subscription, "extend", { days: 3 }), only);
  const changed = await operator.patch(`/subscriptions/${subscription.id}`, { metadata: { a: "b" } });
  assert.deepEqual([changed.statusCode, problemOf(changed).code], [409, "invalid_state"]);

  const back = await step(operator, subscription, "resume");
  assert.deepEqual([back["cancel_at"], back["cancel_at_period_end"], back["cancel_reason"]], [null, false, null]);
  await step(operator, subscription, "cancel", { mode: "at_date", date: inDays(3) });
  const ended = await step(operator, subscription, "cancel", { mode: "now" });
  assert.deepEqual([ended["status"], ended["cancel_at"]], ["canceled", null]);
  assert.equal(ended["ends_at"], ended["canceled_at"]);
});

void test("Every move that the states do not have is refused with those that there are", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator);
  const none = [409, "invalid_state", []];
  const canceled = await aSubscription(operator, plan);
  await step(operator, canceled, "cancel", { mode: "now" });
  for (const name of ["cancel", "resume", "pause", "extend"]) {
    const body = name === "cancel" ? { mode: "now" } : name === "extend" ? { days: 1 } : {};
    assert.deepEqual(await refusedStep(operator, canceled, name, body), none, name);
  }
  const later = await operator.patch(`/subscriptions/${canceled.id}`, { ends_at: inDays(4) });
  assert.deepEqual([later.statusCode, problemOf(later).code], [409, "invalid_state"]);

  const active = await aSubscription(operator, plan);
  assert.deepEqual(await refusedStep(operator, active, "resume"), [409, "invalid_state", ["paused", "canceled"]]);
  const paused = await step(operator, active, "pause", { resume_at: inDays(2) });
  assert.deepEqual([paused["status"], typeof paused["paused_until"]], ["paused", "string"]);
  const fromPaused = [409, "invalid_state", ["active", "canceled"]];
  assert.deepEqual(await refusedStep(operator, active, "pause"), fromPaused);
  assert.deepEqual(await refusedStep(operator, active, "extend", { days: 1 }), fromPaused);
  assert.deepEqual(await refusedStep(operator, active, "cancel", { mode: "at_period_end" }), fromPaused);
  const resumed = await step(operator, active, "resume");
  assert.deepEqual([resumed["status"], resumed["paused_until"]], ["active", null]);

  const trialing = await aSubscription(operator, plan, { trial_days: 9 });
  assert.deepEqual(await refusedStep(operator, trialing, "pause"), [409, "invalid_state", ["canceled"]]);
  const ahead = await aSubscription(operator, plan, { starts_at: inDays(3) });
  assert.deepEqual(await refusedStep(operator, ahead, "cancel", { mode: "at_period_end" }), [
    409,
    "invalid_state",
    ["canceled"],
  ]);

  const forever = await aSubscription(operator, await aPlan(operator, { name: "Life", plan_type: "lifetime" }));
  const forLife = [409, "invalid_state", ["paused", "canceled"]];
  assert.deepEqual(await refusedStep(operator, forever, "cancel", { mode: "at_period_end" }), forLife);
  assert.deepEqual(await refusedStep(operator, forever, "extend", { days: 1 }), forLife);
  await step(operator, forever, "cancel", { mode: "at_date", date: inDays(5) });
});

void test("A subscription is extended without a charge: its end, its trial or its period", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator);
  const moved = (from: Json, to: Json, field: string) =>
    (Date.parse(String(to[field])) - Date.parse(String(from[field]))) / day;
  const recurring = await aSubscription(operator, plan);
  assert.equal(moved(recurring, await step(operator, recurring, "extend", { days: 5 }), "current_period_end"), 5);
  const trial = await aSubscription(operator, plan, { trial_days: 4 });
  const longer = await step(operator, trial, "extend", { days: 2 });
  assert.deepEqual([moved(trial, longer, "trial_ends_at"), longer["status"]], [2, "trialing"]);
  const term = await aSubscription(
    operator,
    await aPlan(operator, { name: "Ten", plan_type: "specific_length", length_days: 10 }),
  );
  assert.equal(moved(term, await step(operator, term, "extend", { days: 3 }), "ends_at"), 3);

  const shorter = await operator.patch(`/subscriptions/${term.id}`, { ends_at: inDays(2), metadata: { a: "b" } });
  assert.deepEqual([shorter.statusCode, shorter.json<Json>()["metadata"]], [200, { a: "b" }]);
  const endless = await operator.patch(`/subscriptions/${recurring.id}`, { ends_at: inDays(2) });
  assert.deepEqual([endless.statusCode, problemOf(endless).pointers], [422, ["/ends_at"]]);
  const price = await aPrice(operator, plan, { interval: "year" });
  const repriced = await operator.patch(`/subscriptions/${recurring.id}`, { pricing_id: price.id });
  assert.deepEqual([repriced.json<Json>()["pricing_id"], repriced.json<Json>()["next_pricing_id"]], [null, price.id]);
  const unpriced = await operator.patch(`/subscriptions/${term.id}`, { pricing_id: price.id });
  assert.deepEqual([unpriced.statusCode, problemOf(unpriced).pointers], [422, ["/pricing_id"]]);
});

void test("Subscriptions are listed by their filters, and come with plan, price and member where these may be read", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator);
  const price = await aPrice(operator, plan);
  const [one, other] = [
    await aSubscription(operator, plan, { pricing_id: price.id }),
    await aSubscription(operator, plan),
  ];
  await step(operator, other, "cancel", { mode: "at_period_end" });
  const ids = async (query: string) => {
    const response = await operator.get(`/subscriptions?${query}`);
    assert.equal(response.statusCode, 200, response.body);
    return response.json<{ data: Made[] }>().data.map(({ id }) => id);
  };
  assert.deepEqual(await ids("sort=created_at"), [one.id, other.id]);
  assert.deepEqual(await ids("status=active&cancel_at_period_end=true"), [other.id]);
  assert.deepEqual(await ids(`pricing_id=${price.id}`), [one.id]);
  assert.deepEqual(await ids(`member_id=${String(other["member_id"])}`), [other.id]);
  assert.deepEqual(await ids(`current_period_end[lt]=${inDays(60)}&sort=current_period_end`), [one.id, other.id]);
  assert.deepEqual(await ids("canceled_at[is]=not_null"), []);
  const whole = (await operator.get(`/subscriptions/${one.id}?expand=plan,pricing,member`)).json<
    Record<string, Made>
  >();
  assert.deepEqual(
    [whole["plan"]!.id, whole["pricing"]!.id, whole["member"]!.id],
    [plan.id, price.id, one["member_id"]],
  );
  const reader = await operatorOf(operator.site, "subscriptions:read");
  assert.equal((await reader.get(`/subscriptions/${one.id}?expand=member`)).statusCode, 403);
  assert.equal((await reader.post(`/subscriptions/${one.id}/pause`)).statusCode, 403);
  const stranger = await anOperator(scopes);
  assert.equal((await stranger.get(`/subscriptions/${one.id}`)).statusCode, 404);
  assert.equal((await stranger.post(`/subscriptions/${one.id}/cancel`, { mode: "now" })).statusCode, 404);
});

void test("Many are canceled, extended or paused in one request, each told for itself", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator);
  const [a, b, c] = [
    await aSubscription(operator, plan),
    await aSubscription(operator, plan),
    await aSubscription(operator, plan),
  ];
  const operations = [
    { op: "cancel", id: a.id, data: { mode: "now" } },
    { op: "extend", id: b.id, data: { days: 2 } },
    { op: "pause", id: c.id },
    { op: "pause", id: a.id },
  ];
  const response = await operator.post("/subscriptions/bulk", { operations });
  const { results } = response.json<{ results: { status: string; error?: { code: string } }[] }>();
  assert.deepEqual(
    results.map(({ status, error }) => error?.code ?? status),
    ["updated", "updated", "updated", "invalid_state"],
  );
  const atomic = await operator.post("/subscriptions/bulk", { operations, atomic: true });
  assert.equal(atomic.statusCode, 422);
});

void test("Whoever is removed with their subscriptions is no subscriber any more", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator);
  const subscription = await aSubscription(operator, plan);
  const member = String(subscription["member_id"]);
  const refused = await operator.delete(`/members/${member}`);
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "active_subscriptions"]);
  assert.equal((await operator.delete(`/members/${member}?cancel_subscriptions=true`)).statusCode, 204);
  assert.equal((await operator.get(`/subscriptions/${subscription.id}`)).json<Json>()["status"], "canceled");
  assert.equal(await countOf(operator, plan), 0);
  const [row] = await database.many<{ dueAt: Date | null }>`
    select due_at from subscriptions
     where site_id = ${operator.site.site.id} and id = ${parseId("subscription", subscription.id)}`;
  assert.equal(row!.dueAt, null, "The clock has nothing to do any more.");
});
