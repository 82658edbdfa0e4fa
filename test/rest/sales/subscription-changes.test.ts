import assert from "node:assert/strict";
import { test } from "node:test";
import { day } from "../../support/clock.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";
import { aPlan, aPrice, aSubscription, inDays, scopes, step } from "../support/made-subscriptions.ts";
import { type Json, type Made } from "../support/make.ts";

async function refusedStep(operator: Operator, { id }: Made, name: string, body: Json = {}) {
  const response = await operator.post(`/subscriptions/${id}/${name}`, body);
  const { allowed } = response.json<{ allowed?: string[] }>();
  return [response.statusCode, problemOf(response).code, allowed];
}

void test("A subscription that is scheduled for cancellation can only be ended now, or resumed", async () => {
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

void test("Disallowed state transitions are rejected with the allowed ones", async () => {
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

/** Difference in days. */
const moved = (from: Json, to: Json, field: string) =>
  (Date.parse(String(to[field])) - Date.parse(String(from[field]))) / day;

void test("A subscription is extended without a charge: its end, its trial or its period", async () => {
  const operator = await anOperator(scopes);
  const plan = await aPlan(operator);
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

void test("Many are canceled, extended or paused in one request, with individual results", async () => {
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
