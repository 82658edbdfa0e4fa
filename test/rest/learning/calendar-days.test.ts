import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { assertOk } from "../../support/assert-status.ts";
import {
  aMember,
  aPlan,
  aPrice,
  aSubscription,
  scopes as subscriptionScopes,
  step,
} from "../support/made-subscriptions.ts";
import { type Json, make } from "../support/make.ts";
import { anOperator, type Operator } from "../support/operator.ts";
import { aCourse } from "../support/taught-course.ts";

const scopes = [
  subscriptionScopes,
  "students:read students:write courses:read courses:write curriculum:read curriculum:write",
  "school:read school:write",
].join(" ");

async function aSchoolIn(timeZone: string): Promise<Operator> {
  const operator = await anOperator(scopes);
  assertOk(await operator.patch("/school", { time_zone: timeZone }));
  return operator;
}

const enroll = (operator: Operator, course: string, fields: Json = {}) =>
  make(operator, "/enrollments", { course_id: course, email: `stu-${newId()}@example.test`, ...fields });

async function extend(operator: Operator, id: string, days: number): Promise<Json> {
  const response = await operator.post(`/enrollments/${id}/extend`, { days });
  assertOk(response);
  return response.json<Json>();
}

void test("Access that is extended by days ends at the end of a day, across changes of clocks", async () => {
  const operator = await aSchoolIn("Europe/London");
  const course = await aCourse(operator);
  const spring = await enroll(operator, course, { expires_at: "2027-03-25" });
  assert.equal(spring["expires_at"], "2027-03-25T23:59:59.999Z");
  assert.equal((await extend(operator, spring.id, 7))["expires_at"], "2027-04-01T22:59:59.999Z");
  const autumn = await enroll(operator, course, { expires_at: "2027-10-25" });
  assert.equal(autumn["expires_at"], "2027-10-25T22:59:59.999Z");
  assert.equal((await extend(operator, autumn.id, 7))["expires_at"], "2027-11-01T23:59:59.999Z");
});

void test("Access by days ends at the local time at which it started", async () => {
  const operator = await aSchoolIn("Europe/London");
  const starts_at = "2027-03-25T10:00:00Z";
  const given = await enroll(operator, await aCourse(operator), { starts_at, access_days: 7 });
  assert.equal(given["expires_at"], "2027-04-01T09:00:00.000Z");
  const short = await make(operator, "/courses", { name: "Short", access: { kind: "days", days: 7 } });
  assert.equal((await enroll(operator, short.id, { starts_at }))["expires_at"], "2027-04-01T09:00:00.000Z");
});

void test("Memberships, their trials and extensions are calendar days", async () => {
  const operator = await aSchoolIn("Europe/London");
  const starts_at = "2027-03-25T10:00:00Z";
  const week = await aPlan(operator, { plan_type: "specific_length", length_days: 7 });
  const membership = await aSubscription(operator, week, { starts_at });
  assert.equal(membership["ends_at"], "2027-04-01T09:00:00.000Z");
  assert.equal((await step(operator, membership, "extend", { days: 210 }))["ends_at"], "2027-10-28T09:00:00.000Z");
  assert.equal((await step(operator, membership, "extend", { days: 7 }))["ends_at"], "2027-11-04T10:00:00.000Z");
  const trial = await aSubscription(operator, await aPlan(operator), { starts_at, trial_days: 7 });
  assert.equal(trial["trial_ends_at"], "2027-04-01T09:00:00.000Z");
});

void test("A billing month is a month of the school", async () => {
  const operator = await aSchoolIn("Asia/Taipei");
  const plan = await aPlan(operator);
  const price = await aPrice(operator, plan);
  // 7 o'clock on 1 March in Taipei is the last day of February in UTC.
  const fields = { member_id: await aMember(operator), plan_id: plan.id, pricing_id: price.id };
  const monthly = await make(operator, "/subscriptions", { ...fields, starts_at: "2027-02-28T23:00:00Z" });
  assert.equal(monthly["current_period_end"], "2027-03-31T23:00:00.000Z");
});
