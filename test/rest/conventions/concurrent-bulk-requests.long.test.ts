import assert from "node:assert/strict";
import { test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { anOpenEvent } from "../support/an-event.ts";
import { aCourse, scopes as courseScopes } from "../support/made-courses.ts";
import * as subscribed from "../support/made-subscriptions.ts";
import { make } from "../support/make.ts";
import { anOperator, type Operator } from "../support/operator.ts";
import * as taught from "../support/taught-course.ts";

/** Sends concurrent requests that change the same resources, each in an order of its own. */
async function inBothOrders<Row>(rows: readonly Row[], send: (rows: Row[]) => Promise<LightMyRequestResponse>) {
  const answers = await Promise.all([send([...rows]), send(rows.toReversed())]);
  return answers.flatMap((answer) => {
    assertOk(answer);
    return answer.json<{ results: { error?: { code: string } }[] }>().results.map(({ error }) => error?.code);
  });
}

/** No request timed out in a deadlock. */
const assertAllDone = (codes: readonly (string | undefined)[]) => assert.deepEqual([...new Set(codes)], [undefined]);

const rounds = [1, 2, 3];
const emails = (count: number, mark = "") =>
  Array.from({ length: count }, (_, index) => `p${mark}${index}@harbour.example`);

async function members(operator: Operator, count: number): Promise<string[]> {
  const operations = emails(count).map((email) => ({ op: "upsert", data: { email } }));
  const answer = await operator.post("/members/bulk", { operations });
  return answer.json<{ results: { id: string }[] }>().results.map(({ id }) => id);
}

void test("Subscriptions are canceled in bulk in two orders concurrently, next to a single cancellation", async () => {
  const operator = await anOperator(subscribed.scopes);
  const plans = [await subscribed.aPlan(operator), await subscribed.aPlan(operator), await subscribed.aPlan(operator)];
  const people = await members(operator, 45);
  for (const _round of rounds) {
    const ids: string[] = [];
    for (const [index, member_id] of people.entries()) {
      const { id } = await subscribed.aSubscription(operator, plans[index % plans.length]!, { member_id });
      ids.push(id);
    }
    const alone = ids.splice(20, 1)[0]!;
    const [codes, one] = await Promise.all([
      inBothOrders(ids, (order) =>
        operator.post("/subscriptions/bulk", {
          operations: order.map((id) => ({ op: "cancel", id, data: { mode: "now" } })),
        }),
      ),
      operator.post(`/subscriptions/${alone}/cancel`, { mode: "now" }),
    ]);
    // For each subscription one request ended it, and the other found it ended.
    const counts = Map.groupBy(codes, (code) => code ?? "done");
    assert.deepEqual([counts.get("done")?.length, counts.get("invalid_state")?.length, counts.size], [44, 44, 2]);
    assertStatus(one, 200);
  }
  for (const { id } of plans) {
    const plan = (await operator.get(`/membership_plans/${id}`)).json<{ subscriber_count: number }>();
    assert.equal(plan.subscriber_count, 0);
  }
});

void test("Members are tagged and get roles in bulk in two orders concurrently", async () => {
  const operator = await anOperator("members:read members:write");
  const ids = await members(operator, 60);
  for (const round of rounds) {
    const rows = ids.map((id, index) =>
      index % 3 === 0
        ? { op: "upsert", data: { email: emails(60)[index], roles: round % 2 ? ["student", "lecturer"] : ["student"] } }
        : { op: "tag_add", id, tags: [`round-${round}`] },
    );
    assertAllDone(await inBothOrders(rows, (operations) => operator.post("/members/bulk", { operations })));
  }
});

void test("New members are added in bulk in two orders concurrently", async () => {
  const operator = await anOperator("members:read members:write students:read students:write");
  for (const round of rounds) {
    const rows = emails(60, `-${round}-`);
    const asMembers = rows.map((email) => ({ op: "upsert", data: { email } }));
    const asStudents = rows.map((email) => ({ op: "create", data: { email } }));
    const [first, second] = await Promise.all([
      inBothOrders(asMembers, (operations) => operator.post("/members/bulk", { operations })),
      inBothOrders(asStudents, (operations) => operator.post("/students/bulk", { operations })),
    ]);
    assertAllDone([...first, ...second]);
  }
});

void test("Courses are changed in bulk in two orders concurrently, by id and by slug", async () => {
  const operator = await anOperator(courseScopes);
  const courses: { id: string; slug: string }[] = [];
  for (let index = 0; index < 40; index++) {
    const { id, slug } = await aCourse(operator);
    courses.push({ id, slug });
  }
  for (const round of rounds) {
    const rows = courses.map(({ id, slug }, index) => ({
      op: "update",
      id: index % 2 ? id : slug,
      data: { name: `Knots ${round}` },
    }));
    assertAllDone(await inBothOrders(rows, (operations) => operator.post("/courses/bulk", { operations })));
  }
});

void test("Lectures of several courses are created and changed in bulk in two orders concurrently", async () => {
  const operator = await anOperator(taught.curriculumScopes);
  const rows: object[] = [];
  for (let index = 0; index < 12; index++) {
    const { section } = await taught.aTaughtCourse(operator);
    const { id } = await taught.aLecture(operator, section);
    rows.push({ op: "update", id, data: { title: "Bowline" } });
    rows.push({ op: "create", data: { section_id: section.id, title: "Cleat hitch", kind: "text" } });
  }
  for (const _round of rounds) {
    assertAllDone(await inBothOrders(rows, (operations) => operator.post("/lectures/bulk", { operations })));
  }
});

void test("The same people are registered for two events and get two products in bulk, in two orders concurrently", async () => {
  const operator = await anOperator(
    "events:read events:write members:read members:write digital_products:read digital_products:write storage:write",
  );
  const people = await members(operator, 60);
  const named = people.map((member_id, index) => (index % 2 ? { member_id } : { email: emails(60)[index] }));
  const events = [await anOpenEvent(operator), await anOpenEvent(operator)];
  const products = [await aProduct(operator), await aProduct(operator)];
  const answers = await Promise.all([
    ...events.map(({ event, ticket }, index) =>
      operator.post(`/events/${event.id}/registrations/bulk`, {
        operations: ordered(named, index).map((person) => ({ ...person, ticket_id: ticket.id })),
      }),
    ),
    ...products.map((product, index) =>
      operator.post(`/digital_products/${product}/grants`, { people: ordered(named, index) }),
    ),
  ]);
  for (const answer of answers) {
    assertOk(answer);
    const { summary } = answer.json<{ summary: { created: number; failed: number } }>();
    assert.deepEqual([summary.created, summary.failed], [60, 0]);
  }
});

const ordered = <Row>(rows: readonly Row[], index: number) => (index % 2 ? rows.toReversed() : [...rows]);

async function aProduct(operator: Operator): Promise<string> {
  const { id } = await make(operator, "/digital_products", { name: "Tide tables" });
  const file = await sendFile(operator, Buffer.from("Low at noon"), { purpose: "digital_product" });
  await operator.post(`/digital_products/${id}/files`, { file_id: file.json<{ id: string }>().id });
  assert.equal((await operator.post(`/digital_products/${id}/publish`)).statusCode, 200);
  return id;
}
