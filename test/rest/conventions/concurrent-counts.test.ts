import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database as db } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { beforeCommits, lockRow, inTurn } from "../support/at-once.ts";
import * as consulting from "../support/made-consulting.ts";
import { aCourse, type Json, scopes } from "../support/made-courses.ts";
import * as subscribed from "../support/made-subscriptions.ts";
import { make } from "../support/make.ts";
import { anOperator, problemOf } from "../support/operator.ts";
import * as taught from "../support/taught-course.ts";

void test("Reviews that are hidden concurrently no longer count", async () => {
  const operator = await anOperator(scopes);
  const { site } = operator;
  const course = await aCourse(operator);
  for (const rating of [5, 2]) {
    const { id } = await site.member();
    await db.run`
      insert into reviews (site_id, id, course_id, member_id, rating, body, status, created_at, updated_at)
      values (${site.id}, ${newId()}, ${parseId("course", course.id)}, ${id}, ${rating}, 'Good', 'published', now(), now())`;
  }
  const listed = await operator.get(`/courses/${course.id}/reviews`);
  const hidings = listed.json<{ data: { id: string }[] }>().data.map(
    ({ id }) =>
      () =>
        operator.patch(`/reviews/${id}`, { status: "hidden" }),
  );
  const answers = await beforeCommits(operator, ...hidings);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200],
  );
  const { rating_average, rating_count } = (await operator.get(`/courses/${course.id}`)).json<Json>();
  assert.deepEqual([rating_average, rating_count], [null, 0]);
});

void test("An enrollment begins once, however many lectures are opened concurrently", async () => {
  const operator = await anOperator(`${taught.curriculumScopes} students:read students:write`);
  const { course, section } = await taught.aTaughtCourse(operator);
  const film = { kind: "video", completion_rule: { kind: "manual" } };
  const lectures = [await taught.aLecture(operator, section, film), await taught.aLecture(operator, section, film)];
  const { id } = await make(operator, "/enrollments", { course_id: course, email: "ana@harbour.example" });
  const occurred_at = new Date(Date.now() - 5000).toISOString();
  const openings = lectures.map(({ id: lecture_id }) => () => {
    const events = [{ id: crypto.randomUUID(), lecture_id, kind: "opened", occurred_at }];
    return operator.post(`/enrollments/${id}/progress`, { events });
  });
  const lock = await lockRow(operator, { table: "enrollments", id: parseId("enrollment", id)! });
  for (const { statusCode, body } of await inTurn(lock, ...openings)) assert.equal(statusCode, 200, body);
  const emitted = (await outboxOf(operator.site)).filter(({ type }) => type === "enrollment.started");
  assert.deepEqual(
    emitted.map(({ objectId }) => objectId),
    [id],
  );
});

void test("A session that is concurrently rescheduled to a later day is not completed", async () => {
  const operator = await anOperator(consulting.scopes);
  const service = await consulting.aService(operator);
  const starts_at = `${consulting.inDays(3)}T10:00:00.000Z`;
  const { id } = (await consulting.book(operator, service, starts_at)).json<{ id: string }>();
  await db.run`
    update consulting_bookings set starts_at = (starts_at at time zone 'UTC' - interval '10 days') at time zone 'UTC', ends_at = (ends_at at time zone 'UTC' - interval '10 days') at time zone 'UTC'
     where site_id = ${operator.site.id}`;
  const [moved, completed] = await beforeCommits(
    operator,
    () => operator.post(`/consulting_bookings/${id}/reschedule`, { starts_at }),
    () => operator.post(`/consulting_bookings/${id}/complete`, {}),
  );
  assertStatus(moved, 200);
  assert.deepEqual([problemOf(completed).status, problemOf(completed).code], [409, "conflict"]);
  const { data } = (await operator.get("/consulting_bookings")).json<{ data: Json[] }>();
  assert.deepEqual(
    data.map((booking) => [booking["status"], booking["starts_at"]]),
    [["confirmed", starts_at]],
  );
});

void test("A price with a concurrent subscription keeps its interval", async () => {
  const operator = await anOperator(subscribed.scopes);
  const plan = await subscribed.aPlan(operator);
  const price = await subscribed.aPrice(operator, plan);
  const member_id = await subscribed.aMember(operator);
  const [granted, changed] = await beforeCommits(
    operator,
    () => operator.post("/subscriptions", { member_id, plan_id: plan.id, pricing_id: price.id }),
    () => operator.patch(`/membership_pricings/${price.id}`, { interval: "year" }),
  );
  assertStatus(granted, 201);
  assert.equal(problemOf(changed).code, "pricing_in_use");
});

void test("A course has at most 500 plans, however many are created concurrently", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const path = `/courses/${course.id}/plans`;
  const plan = { name: "Free", plan_type: "free" };
  const { id } = await make(operator, path, plan);
  await db.run`
    insert into course_plans (site_id, id, course_id, name, plan_type, created_at, updated_at)
    select site_id, gen_random_uuid(), course_id, name, plan_type, created_at, updated_at
      from course_plans, generate_series(1, 498)
     where site_id = ${operator.site.id} and id = ${parseId("coursePlan", id)}`;
  const additions = [500, 501, 502, 503].map(() => () => operator.post(path, plan));
  const [first, ...others] = await beforeCommits(operator, ...additions);
  assertStatus(first!, 201);
  for (const other of others) assert.deepEqual([problemOf(other).status, problemOf(other).code], [409, "conflict"]);
  const kept = await db.many`select from course_plans where site_id = ${operator.site.id}`;
  assert.equal(kept.length, 500);
});
