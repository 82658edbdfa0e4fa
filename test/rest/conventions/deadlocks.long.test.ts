import assert from "node:assert/strict";
import { test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { newId, parseId } from "#domain/platform/ids.ts";
import { assertStatus, describeFailure } from "../../support/assert-status.ts";
import { database as db } from "../../support/databases/database.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { abortedRequest, lockRow, lockTable, inTurn } from "../support/at-once.ts";
import { anEvent } from "../support/an-event.ts";
import { aCourse, scopes } from "../support/made-courses.ts";
import * as subscribed from "../support/made-subscriptions.ts";
import { make } from "../support/make.ts";
import * as merges from "../support/member-merges.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";
import * as taught from "../support/taught-course.ts";

const enrolling = `${scopes} students:read students:write`;
const email = "ana@harbour.example";

function assertDone(answers: readonly LightMyRequestResponse[]) {
  for (const { statusCode, body } of answers) assert.ok(statusCode < 300, body);
}

void test("One of two requests in a deadlock gets a retryable error", async () => {
  const operator = await anOperator(scopes);
  const { answer, again } = await abortedRequest(operator, async () => {
    const name = newId();
    const [from, to] = [
      await make(operator, "/course_categories", { name: `From ${name}` }),
      await make(operator, "/course_categories", { name: `To ${name}` }),
    ];
    const [locked, awaited] = [
      await aCourse(operator, { category_ids: [from.id] }),
      await aCourse(operator, { category_ids: [from.id] }),
    ].map(({ id }) => ({ table: "courses", id: parseId("course", id)! }));
    const request = () => operator.delete(`/course_categories/${from.id}?reassign_to=${to.id}`);
    return { awaited: awaited!, locked: locked!, request };
  });
  const { status, code } = problemOf(answer);
  assert.deepEqual([status, code], [409, "conflict"]);
  assert.equal((await again()).statusCode, 204);
});

void test("A confirmation of a merge that was in a deadlock can be submitted again", async () => {
  const operator = await anOperator("members:read members:write");
  const { site } = operator;
  const { answer, again } = await abortedRequest(operator, async () => {
    const [from, into] = [await site.member(), await site.member()];
    const note = await make(operator, `/members/${from.sub}/notes`, { body: "Met at the fair" });
    await merges.requestMerge(operator, from, into);
    await merges.decide(operator, await merges.mergeLinkOf(from));
    const link = await merges.mergeLinkOf(into);
    return {
      awaited: { table: "member_notes", id: parseId("memberNote", note.id)! },
      locked: { table: "members", id: into.id },
      request: async () => {
        const browser = site.browser();
        const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open(link)).body)![1]!;
        const secret = new URLSearchParams(link.split("?")[1]).get("link")!;
        return browser.request("POST", "/email/merge", { csrf, link: secret, act: "confirm" });
      },
    };
  });
  assert.equal(answer.statusCode, 409);
  assert.match(answer.body, /changed at the same moment/);
  assert.match((await again()).body, /Your records are merged/);
});

void test("A request with a retryable error can be repeated with the same key", async () => {
  const operator = await anOperator(enrolling);
  const { answer, again } = await abortedRequest(operator, async () => {
    const course = await aCourse(operator);
    const { id } = await make(operator, "/enrollments", { course_id: course.id, email });
    assertDone([await operator.post(`/enrollments/${id}/revoke`)]);
    const key = { "idempotency-key": newId() };
    return {
      awaited: { table: "courses", id: parseId("course", course.id)!, against: "no key update" },
      locked: { table: "enrollments", id: parseId("enrollment", id)! },
      request: () => operator.post(`/enrollments/${id}/reactivate`, {}, key),
    };
  });
  const { status, code } = problemOf(answer);
  assert.deepEqual([status, code], [409, "conflict"]);
  const done = await again();
  assertStatus(done, 200);
  assert.equal(done.headers["idempotency-replayed"], undefined);
  assert.equal((await again()).headers["idempotency-replayed"], "true");
});

void test("Enrolling by a plan and changing the plan do not deadlock", async () => {
  const operator = await anOperator(enrolling);
  const { id: course_id } = await aCourse(operator);
  const { id: plan_id } = await make(operator, `/courses/${course_id}/plans`, { name: "Free", plan_type: "free" });
  const { id } = await make(operator, "/enrollments", { course_id, email });
  const lock = await lockRow(operator, { table: "course_plans", id: parseId("coursePlan", plan_id)! });
  const answers = await inTurn(
    lock,
    () => operator.post("/enrollments", { course_id, email, plan_id, on_existing: "extend" }),
    () => operator.patch(`/enrollments/${id}`, { plan_id }),
  );
  assertDone(answers);
});

void test("Concurrent enrollments of the same people in different orders do not deadlock", async () => {
  const operator = await anOperator(enrolling);
  const emails = Array.from({ length: 900 }, (_, index) => `p${index}@harbour.example`);
  const enroll = ({ id: course_id }: { id: string }, people: readonly string[]) =>
    operator.post("/enrollments/bulk", {
      create_students: true,
      operations: people.map((person) => ({ course_id, email: person, notify: false })),
    });
  assertDone([await enroll(await aCourse(operator), emails)]);
  for (let round = 0; round < 4; round++) {
    const course = await aCourse(operator);
    const answers = await Promise.all([enroll(course, emails), enroll(course, emails.toReversed())]);
    assertDone(answers);
  }
});

void test("Lecturers can be reordered concurrently", async () => {
  const operator = await anOperator("lecturers:read lecturers:write");
  const ids: string[] = [];
  for (let index = 0; index < 60; index++) {
    ids.push((await make(operator, "/lecturers", { name: `Lecturer ${index}` })).id);
  }
  for (let round = 1; round <= 6; round++) {
    const orders = [ids, ids.toReversed(), [...ids.slice(round * 9), ...ids.slice(0, round * 9)]];
    const answers = await Promise.all(orders.map((order) => operator.post("/lecturers/reorder", { ids: order })));
    assertDone(answers);
  }
});

void test("An expired grant can be concurrently revoked and renewed", async () => {
  const operator = await anOperator("digital_products:read digital_products:write storage:write members:read");
  const { id: product } = await make(operator, "/digital_products", { name: "Tide tables" });
  const path = `/digital_products/${product}`;
  const file = await sendFile(operator, Buffer.from("Low at noon"), { purpose: "digital_product" });
  assertDone([
    await operator.post(`${path}/files`, { file_id: file.json<{ id: string }>().id }),
    await operator.post(`${path}/publish`),
  ]);
  const give = () => operator.post(`${path}/grants`, { people: [{ email }] });
  const [grant] = (await give()).json<{ results: { id: string }[] }>().results;
  await db.run`
    update digital_product_grants set expires_at = now() - interval '1 day' where site_id = ${operator.site.id}`;
  const lock = await lockRow(operator, { table: "digital_products", id: parseId("digitalProduct", product)! });
  const [granted, revoked] = await inTurn(lock, give, () => operator.delete(`/digital_product_grants/${grant!.id}`));
  assertDone([granted]);
  assert.equal(granted.json<{ summary: { failed: number } }>().summary.failed, 0, describeFailure(granted.body));
  assert.ok([204, 404].includes(revoked.statusCode), describeFailure(revoked.body));
});

void test("A member is removed with their subscription while their player reports progress", async () => {
  const operator = await anOperator(`${subscribed.scopes} ${taught.curriculumScopes} students:read students:write`);
  const { course, section } = await taught.aTaughtCourse(operator);
  const film = { kind: "video", completion_rule: { kind: "manual" } };
  const { id: lecture_id } = await taught.aLecture(operator, section, film);
  const member = await subscribed.aMember(operator);
  const plan = await subscribed.aPlan(operator, { plan_type: "lifetime" });
  const subscription = await subscribed.aSubscription(operator, plan, { member_id: member });
  const enrollment = await make(operator, "/enrollments", { course_id: course, student_id: member });
  await db.run`
    update enrollments set source = 'membership', source_id = ${parseId("subscription", subscription.id)}
     where site_id = ${operator.site.id}`;
  const events = [{ id: crypto.randomUUID(), lecture_id, kind: "opened", occurred_at: new Date().toISOString() }];
  // Both have their first lock: the player its enrollment, the removal its member.
  const lock = await lockTable(operator, "progress_reports");
  const answers = await inTurn(
    lock,
    () => operator.post(`/enrollments/${enrollment.id}/progress`, { events }),
    () => operator.delete(`/members/${member}?cancel_subscriptions=true`),
  );
  assertDone(answers);
});

for (const { list, scope, createOne } of [
  { list: "/events", scope: "events", createOne: anEvent },
  {
    list: "/consulting_services",
    scope: "digital_products",
    createOne: (operator: Operator, fields: object) =>
      make(operator, "/consulting_services", { name: "Hour", duration_minutes: 60, ...fields }),
  },
]) {
  void test(`A lecturer is deleted while one of ${list} gets other lecturers`, async () => {
    const operator = await anOperator(`lecturers:read lecturers:write courses:write ${scope}:read ${scope}:write`);
    const [first, second] = [
      await make(operator, "/lecturers", { name: "First" }),
      await make(operator, "/lecturers", { name: "Second" }),
    ];
    const { id } = await createOne(operator, { lecturer_ids: [second.id] });
    const lock = await lockRow(operator, { table: "lecturers", id: parseId("lecturer", first.id)! });
    const [changed, deleted] = await inTurn(
      lock,
      () => operator.patch(`${list}/${id}`, { lecturer_ids: [first.id, second.id] }),
      () => operator.delete(`/lecturers/${second.id}`),
    );
    assertDone([changed, deleted]);
    const { lecturer_ids } = (await operator.get(`${list}/${id}`)).json<{ lecturer_ids: string[] }>();
    assert.deepEqual(lecturer_ids, [first.id]);
  });
}
