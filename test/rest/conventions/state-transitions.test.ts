import assert from "node:assert/strict";
import { test } from "node:test";
import { assertOk } from "../../support/assert-status.ts";
import * as events from "../support/an-event.ts";
import { aCourse, scopes as courseScopes } from "../support/made-courses.ts";
import * as subscribed from "../support/made-subscriptions.ts";
import { make } from "../support/make.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

async function assertRejected(operator: Operator, path: string, sentence: string, body: object = {}): Promise<void> {
  const { status, code, detail } = problemOf(await operator.post(path, body));
  assert.deepEqual([status, code, detail], [409, "invalid_state", sentence]);
}

async function done(operator: Operator, path: string, body: object = {}): Promise<void> {
  const answer = await operator.post(path, body);
  assertOk(answer);
}

void test("A transition that the state of an event or a registration does not allow is reported with the allowed ones", async () => {
  const operator = await anOperator(`${events.eventScopes} members:write`);
  const { event, ticket } = await events.anOpenEvent(operator);
  const register = (email: string) => events.register(operator, event, { email, ticket_id: ticket.id });
  const [ana, bo] = [await register("ana@harbour.example"), await register("bo@harbour.example")];
  await assertRejected(operator, `/events/${event.id}/publish`, "This event is published already. It can be canceled.");
  await done(operator, `/event_registrations/${ana.id}/check_in`);
  await assertRejected(
    operator,
    `/event_registrations/${ana.id}/cancel`,
    "A registration that is checked in cannot be canceled. This status is final.",
  );
  const deletion = problemOf(await operator.delete(`/events/${event.id}`));
  assert.equal(deletion.detail, "An event that is published cannot be deleted. Cancel it instead.");
  await done(operator, `/events/${event.id}/cancel`);
  await assertRejected(
    operator,
    `/events/${event.id}/publish`,
    "An event that is canceled cannot be published. This status is final.",
  );
  const { detail } = problemOf(await operator.post(`/event_registrations/${bo.id}/check_in`));
  assert.doesNotMatch(detail, /visited/);
});

void test("A transition that the state of a course or a post does not allow is reported with the allowed ones", async () => {
  const operator = await anOperator(`${courseScopes} posts:read posts:write students:read students:write`);
  const { id } = await aCourse(operator);
  await assertRejected(
    operator,
    `/courses/${id}/unpublish`,
    "A course that is a draft cannot be unpublished. It can be published or archived.",
  );
  await done(operator, `/courses/${id}/archive`);
  await assertRejected(
    operator,
    `/courses/${id}/archive`,
    "This course is archived already. It can be reverted to draft.",
  );
  await assertRejected(
    operator,
    "/enrollments",
    "A course that is archived cannot be enrolled in. Restore and publish the course first.",
    { course_id: id, email: "ana@harbour.example" },
  );
  const post = await make(operator, "/posts", { title: "Tides", access: "public", body_markdown: "Low at noon." });
  await assertRejected(
    operator,
    `/posts/${post.id}/unpublish`,
    "This post is a draft already. It can be scheduled or published.",
  );
});

void test("A transition that the state of a subscription does not allow is reported with the allowed ones", async () => {
  const operator = await anOperator(subscribed.scopes);
  const plan = await subscribed.aPlan(operator);
  const { id } = await subscribed.aSubscription(operator, plan);
  await assertRejected(
    operator,
    `/subscriptions/${id}/resume`,
    "A subscription that is active cannot be resumed. It can be paused or canceled.",
  );
  await done(operator, `/subscriptions/${id}/cancel`, { mode: "at_period_end" });
  await assertRejected(
    operator,
    `/subscriptions/${id}/pause`,
    "A subscription that is scheduled for cancellation cannot be paused. It can become active or be canceled.",
  );
  await done(operator, `/subscriptions/${id}/cancel`, { mode: "now" });
  await assertRejected(
    operator,
    `/subscriptions/${id}/cancel`,
    "This subscription is canceled already. This status is final.",
    {
      mode: "now",
    },
  );
  const draft = await subscribed.aPlan(operator, { status: "draft" });
  const member_id = await subscribed.aMember(operator);
  await assertRejected(
    operator,
    "/subscriptions",
    "A membership plan that is a draft cannot be subscribed to. Activate the plan first.",
    { member_id, plan_id: draft.id },
  );
});
