import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { database as db } from "../../support/databases/database.ts";
import { aCourse as aLearntCourse } from "../../support/worlds/lessons.ts";
import { openStartForm } from "../../support/worlds/start-course.ts";
import { anEvent, anOpenEvent, eventScopes } from "../support/an-event.ts";
import { beforeCommits, lockRow, inTurn } from "../support/at-once.ts";
import * as consulting from "../support/made-consulting.ts";
import { aCourse, type Json, scopes } from "../support/made-courses.ts";
import { aPlan, aSubscription, scopes as subscriptionScopes } from "../support/made-subscriptions.ts";
import { make } from "../support/make.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const enrolling = `${scopes} students:read students:write`;
const email = "ana@harbour.example";
const slot = `${consulting.inDays(3)}T10:00:00.000Z`;

/** Returns every category with its parent. */
async function parentsOf(operator: Operator) {
  const { data } = (await operator.get("/course_categories")).json<{ data: Json[] }>();
  return new Map(data.map(({ id, parent_id }) => [id, parent_id]));
}

const countOf = async (operator: Operator, path: string) =>
  (await operator.get(path)).json<{ data: Json[] }>().data.length;

void test("Children of a deleted category are not moved to one of its descendants", async () => {
  const operator = await anOperator(scopes);
  const sea = await make(operator, "/course_categories", { name: "Sea" });
  const tides = await make(operator, "/course_categories", { name: "Tides", parent_id: sea.id });
  const springs = await make(operator, "/course_categories", { name: "Spring tides", parent_id: tides.id });
  for (const { id } of [tides, springs]) {
    const refused = problemOf(await operator.delete(`/course_categories/${sea.id}?reassign_to=${id}`));
    assert.deepEqual([refused.status, refused.pointers], [422, ["/reassign_to"]]);
  }
  const parents = await parentsOf(operator);
  assert.deepEqual([parents.get(sea.id), parents.get(tides.id), parents.get(springs.id)], [null, sea.id, tides.id]);
});

void test("One of two concurrent moves of categories into each other is rejected", async () => {
  const operator = await anOperator(scopes);
  const sea = await make(operator, "/course_categories", { name: "Sea" });
  const sky = await make(operator, "/course_categories", { name: "Sky" });
  const [first, second] = await beforeCommits(
    operator,
    () => operator.patch(`/course_categories/${sea.id}`, { parent_id: sky.id }),
    () => operator.patch(`/course_categories/${sky.id}`, { parent_id: sea.id }),
  );
  assertStatus(first, 200);
  assert.equal(problemOf(second).status, 422);
  const parents = await parentsOf(operator);
  assert.deepEqual([parents.get(sea.id), parents.get(sky.id)], [sky.id, null]);
});

void test("Enrolling in a concurrently deleted course is rejected", async () => {
  const operator = await anOperator(enrolling);
  const course = await aCourse(operator);
  const [deleted, enrolled] = await beforeCommits(
    operator,
    () => operator.delete(`/courses/${course.id}`),
    () => operator.post("/enrollments", { course_id: course.id, email }),
  );
  assertStatus(deleted, 204);
  assert.deepEqual([problemOf(enrolled).status, problemOf(enrolled).pointers], [422, ["/course_id"]]);
  assert.equal(await countOf(operator, "/enrollments"), 0);
});

void test("A course with a concurrent enrollment is not deleted", async () => {
  const operator = await anOperator(enrolling);
  const course = await aCourse(operator);
  const [enrolled, deleted] = await beforeCommits(
    operator,
    () => operator.post("/enrollments", { course_id: course.id, email }),
    () => operator.delete(`/courses/${course.id}`),
  );
  assertStatus(enrolled, 201);
  assert.equal(problemOf(deleted).code, "has_dependents");
});

void test("A concurrently deleted course cannot be started through a membership", async () => {
  const operator = await anOperator(`${subscriptionScopes} ${enrolling}`);
  const { site } = operator;
  const member = await site.member();
  const course = await aLearntCourse(site, [[{}]]);
  const plan = await aPlan(operator, { plan_type: "lifetime", benefits: { all_courses: true } });
  await aSubscription(operator, plan, { member_id: member.sub });
  const start = await openStartForm(await site.signedIn(member), course.lessons[0]!.path);
  const [deleted, started] = await beforeCommits(
    operator,
    () => operator.delete(`/courses/${formatId("course", course.id)}`),
    start,
  );
  assert.deepEqual([deleted.statusCode, started.status], [204, 404]);
  assert.equal(await countOf(operator, "/enrollments"), 0);
});

void test("A course started while the membership ends has the same end", async () => {
  const operator = await anOperator(`${subscriptionScopes} ${enrolling}`);
  const { site } = operator;
  const member = await site.member();
  const course = await aLearntCourse(site, [[{}, {}]]);
  const plan = await aPlan(operator, { plan_type: "lifetime", benefits: { all_courses: true } });
  const subscription = await aSubscription(operator, plan, { member_id: member.sub });
  const browser = await site.signedIn(member);
  const start = await openStartForm(browser, course.lessons[0]!.path);
  const lock = await lockRow(operator, { table: "courses", id: course.id, against: "no key update" });
  const [started, ended] = await inTurn(lock, start, () =>
    operator.post(`/subscriptions/${subscription.id}/cancel`, { mode: "now" }),
  );
  assert.equal(started.status, 200);
  assertStatus(ended, 200);
  const later = await browser.open(course.lessons[1]!.path);
  assert.ok(!later.body.includes("Body of Lecture 2"));
});

void test("A concurrently deleted service cannot be booked", async () => {
  const operator = await anOperator(consulting.scopes);
  const service = await consulting.aService(operator);
  const [deleted, booked] = await beforeCommits(
    operator,
    () => operator.delete(`/consulting_services/${service.id}`),
    () => consulting.book(operator, service, slot),
  );
  assertStatus(deleted, 204);
  assertStatus(booked, 404);
  assert.equal(await countOf(operator, "/consulting_bookings"), 0);
});

void test("A service with a concurrent booking is kept", async () => {
  const operator = await anOperator(consulting.scopes);
  const service = await consulting.aService(operator);
  const [booked, deleted] = await beforeCommits(
    operator,
    () => consulting.book(operator, service, slot),
    () => operator.delete(`/consulting_services/${service.id}`),
  );
  assertStatus(booked, 201);
  assertOk(deleted);
  const after = (await operator.get(`/consulting_services/${service.id}`)).json<Json>();
  assert.equal(after["status"], "archived");
});

void test("A deleted lecturer is removed from services and events", async () => {
  const operator = await anOperator(`${consulting.scopes} ${eventScopes}`);
  const lecturer = await consulting.aLecturer(operator);
  const service = await consulting.aService(operator, { lecturer_ids: [lecturer] });
  const event = await anEvent(operator, { lecturer_ids: [lecturer] });
  assert.equal((await operator.delete(`/lecturers/${lecturer}`)).statusCode, 204);
  for (const path of [`/consulting_services/${service.id}`, `/events/${event.id}`]) {
    assert.deepEqual((await operator.get(path)).json<Json>()["lecturer_ids"], []);
  }
  const booked = await consulting.book(operator, service, slot);
  assertStatus(booked, 409);
});

void test("A concurrently deleted lecturer cannot be assigned to a service", async () => {
  const operator = await anOperator(consulting.scopes);
  const [staying, leaving] = [await consulting.aLecturer(operator, "Bo"), await consulting.aLecturer(operator, "Ana")];
  const service = await consulting.aService(operator, { lecturer_ids: [staying] });
  const [deleted, changed] = await beforeCommits(
    operator,
    () => operator.delete(`/lecturers/${leaving}`),
    () => operator.patch(`/consulting_services/${service.id}`, { lecturer_ids: [leaving] }),
  );
  assertStatus(deleted, 204);
  assertStatus(changed, 422);
  const after = (await operator.get(`/consulting_services/${service.id}`)).json<Json>();
  assert.deepEqual(after["lecturer_ids"], [staying]);
});

async function aPersonToErase(operator: Operator) {
  const [{ event, ticket }, service] = [await anOpenEvent(operator), await consulting.aService(operator)];
  const member = await operator.site.member();
  return {
    register: () => operator.post(`/events/${event.id}/registrations`, { ticket_id: ticket.id, member_id: member.sub }),
    book: () => consulting.book(operator, service, slot, { email: undefined, member_id: member.sub }),
    erase: () => operator.post(`/members/${member.sub}/erase`, { confirm_email: member.email, reason: "asked" }),
  };
}

void test("A person with a concurrent registration or booking is not erased", async () => {
  const operator = await anOperator(`${consulting.scopes} ${eventScopes} members:write`);
  const { register, book, erase } = await aPersonToErase(operator);
  const [registered, booked, erased] = await beforeCommits(operator, register, book, erase);
  assert.deepEqual([registered.statusCode, booked.statusCode], [201, 201]);
  const { code, detail } = problemOf(erased);
  assert.equal(code, "has_dependents");
  for (const answer of [registered, booked]) assert.ok(detail.includes(answer.json<{ id: string }>().id), detail);
});

void test("A person who is being erased cannot be registered or booked for", async () => {
  const operator = await anOperator(`${consulting.scopes} ${eventScopes} members:write`);
  const { register, book, erase } = await aPersonToErase(operator);
  const [erased, ...refused] = await beforeCommits(operator, erase, register, book);
  assertStatus(erased, 202);
  for (const answer of refused) {
    assert.deepEqual([problemOf(answer).status, problemOf(answer).pointers], [422, ["/member_id"]]);
  }
  for (const path of ["/event_registrations", "/consulting_bookings"]) assert.equal(await countOf(operator, path), 0);
});

void test("An enrollment gives no role to a member who is concurrently removed", async () => {
  const operator = await anOperator(`${enrolling} members:read members:write`);
  const course = await aCourse(operator);
  const member = await operator.site.member({ roles: ["lecturer"] });
  const [removed, enrolled] = await beforeCommits(
    operator,
    () => operator.delete(`/members/${member.sub}`),
    () => operator.post("/enrollments", { course_id: course.id, student_id: member.sub }),
  );
  assertStatus(removed, 204);
  assert.deepEqual([problemOf(enrolled).status, problemOf(enrolled).pointers], [422, ["/student_id"]]);
  const row = await db.first`
    select status, roles from members where site_id = ${operator.site.id} and id = ${member.id}`;
  assert.deepEqual(row, { status: "removed", roles: [] });
});

void test("A new person who is concurrently registered and booked for becomes one member", async () => {
  const operator = await anOperator(`${consulting.scopes} ${eventScopes}`);
  const [one, two] = [await anOpenEvent(operator), await anOpenEvent(operator)];
  const service = await consulting.aService(operator);
  const registrations = [one, two].map(
    ({ event, ticket }) =>
      () =>
        operator.post(`/events/${event.id}/registrations`, { ticket_id: ticket.id, email }),
  );
  const answers = await beforeCommits(operator, ...registrations, () =>
    consulting.book(operator, service, slot, { email }),
  );
  const members = answers.map((answer) => {
    assertStatus(answer, 201);
    return answer.json<{ member_id: string }>().member_id;
  });
  assert.equal(new Set(members).size, 1, members.join(" "));
});
