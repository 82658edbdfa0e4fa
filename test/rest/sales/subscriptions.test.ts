import assert from "node:assert/strict";
import { test } from "node:test";
import { parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { database } from "../../support/databases/database.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";
import { aMember, aPlan, aPrice, aSubscription, inDays, scopes, step } from "../support/made-subscriptions.ts";
import { type Json, type Made, make } from "../support/make.ts";

const countOf = async (operator: Operator, { id }: Made) =>
  (await operator.get(`/membership_plans/${id}`)).json<Json>()["subscriber_count"];

void test("A plan is granted to a member without a charge, once, and its subscribers are counted", async () => {
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

void test("Concurrent requests for the last seats of a plan succeed up to its limit", async () => {
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

void test("The duration of a subscription follows its plan", async () => {
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
    assert.deepEqual([response.statusCode, problemOf(response).pointers], [422, [pointer]]);
  }
  const draft = await aPlan(operator, { status: "draft" });
  const early = await operator.post("/subscriptions", { member_id: await aMember(operator), plan_id: draft.id });
  assert.deepEqual([early.statusCode, problemOf(early).code], [409, "invalid_state"]);
});

void test("Subscriptions can be filtered, and include plan, price and member if the caller may read these", async () => {
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
    assertStatus(response, 200);
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

void test("Removing a member together with their subscriptions ends these", async () => {
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
  assert.equal(row!.dueAt, null, "No scheduled change is left.");
});
