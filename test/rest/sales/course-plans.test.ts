import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, parseId } from "#domain/platform/ids.ts";
import { insertOrder } from "#domain/sales/orders/queries.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database as db } from "../../support/databases/database.ts";
import { beforeCommits } from "../support/at-once.ts";
import { make } from "../support/make.ts";
import { anOperator, problemOf } from "../support/operator.ts";
import { aCourse, type Json, scopes } from "../support/made-courses.ts";

void test("Plans need a price unless they are free, and a plan with students can have another price", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const path = `/courses/${course.slug}/plans`;
  const price = { amount: 1999, currency: "USD" };
  assert.deepEqual(problemOf(await operator.post(path, { name: "A", plan_type: "one_time" })).pointers, ["/price"]);
  assert.deepEqual(problemOf(await operator.post(path, { name: "A", plan_type: "free", price })).pointers, ["/price"]);
  const compare_at_price = { amount: 1, currency: "EUR" };
  const mixed = await operator.post(path, { name: "A", plan_type: "one_time", price, compare_at_price });
  assert.deepEqual(problemOf(mixed).pointers, ["/compare_at_price/currency"]);
  const unknown = await operator.post(path, {
    name: "A",
    plan_type: "one_time",
    price: { amount: 1.5, currency: "XXZ" },
  });
  assert.deepEqual(problemOf(unknown).pointers, ["/price/amount", "/price/currency"]);
  const few = await operator.post(path, { name: "A", plan_type: "installments", price });
  assert.deepEqual(problemOf(few).pointers, ["/installments"]);

  const plan = (await operator.post(path, { name: "Full", plan_type: "one_time", price })).json<{ id: string }>();
  const cheaper = { price: { amount: 999, currency: "USD" } };
  assert.deepEqual((await operator.patch(`/course_plans/${plan.id}`, cheaper)).json<Json>()["price"], cheaper.price);
  const row = {
    site: operator.site.id,
    student: operator.member.id,
    course: parseId("course", course.id)!,
    now: new Date(),
  };
  await db.run`
    insert into enrollments (site_id, id, student_id, course_id, plan_id, starts_at, enrolled_at, created_at, updated_at)
    values (${row.site}, ${newId()}, ${row.student}, ${row.course}, ${parseId("coursePlan", plan.id)}, ${row.now},
            ${row.now}, ${row.now}, ${row.now})`;
  const sold = await operator.patch(`/course_plans/${plan.id}`, { price });
  assert.deepEqual([sold.statusCode, sold.json<Json>()["price"]], [200, price]);
  assert.equal((await operator.patch(`/course_plans/${plan.id}`, { name: "Whole", active: false })).statusCode, 200);
});

/** A plan with an enrollment, and one without. */
async function twoPlans() {
  const operator = await anOperator(`${scopes} students:write`);
  const course = await aCourse(operator);
  const path = `/courses/${course.id}/plans`;
  const fields = { plan_type: "one_time", price: { amount: 1999, currency: "USD" } };
  const sold = await make(operator, path, { name: "Sold", ...fields });
  const unsold = await make(operator, path, { name: "Unsold", ...fields });
  const enrolled = await operator.post("/enrollments", {
    course_id: course.id,
    plan_id: sold.id,
    email: "ana@harbour.example",
  });
  assertStatus(enrolled, 201);
  const list = async (query = "") =>
    (await operator.get(path + query)).json<{ data: Json[]; deleted?: { id: string; deleted_at: string }[] }>();
  return { operator, course, sold, unsold, list };
}

void test("A plan in use is archived: it can be read and listed, and is sold again once it is active", async () => {
  const { operator, sold, list } = await twoPlans();
  const path = `/course_plans/${sold.id}`;
  const dry = (await operator.delete(`${path}?dry_run=true`)).json<{ would: { delete: Json } }>();
  assert.deepEqual(dry.would.delete, { id: sold.id, archived: true });
  assert.equal((await operator.delete(path)).statusCode, 204);
  assert.equal((await operator.get(path)).json<Json>()["active"], false);
  const names = async (query: string) => (await list(query)).data.map(({ name }) => name);
  assert.deepEqual(
    [await names(""), await names("?active=true"), await names("?active=false")],
    [["Sold", "Unsold"], ["Unsold"], ["Sold"]],
  );
  assert.deepEqual((await list("?include_deleted=true")).deleted, []);
  assert.equal((await operator.delete(path)).statusCode, 204);
  assert.equal((await operator.patch(path, { active: true })).json<Json>()["active"], true);
  assert.deepEqual(await names("?active=true"), ["Sold", "Unsold"]);
});

void test("An unused plan is deleted, and synchronizing clients receive the deletion", async () => {
  const { operator, unsold, list } = await twoPlans();
  const path = `/course_plans/${unsold.id}`;
  const dry = (await operator.delete(`${path}?dry_run=true`)).json<{ would: { delete: Json } }>();
  assert.deepEqual(dry.would.delete, { id: unsold.id, archived: false });
  assert.equal((await operator.delete(path)).statusCode, 204);
  assert.deepEqual(
    [(await operator.get(path)).statusCode, (await operator.patch(path, { active: true })).statusCode],
    [404, 404],
  );
  assert.deepEqual((await list()).data.length, 1);
  assert.deepEqual(
    (await list("?include_deleted=true")).deleted!.map(({ id }) => id),
    [unsold.id],
  );
});

void test("A plan with a concurrent enrollment is archived, not deleted", async () => {
  const { operator, course, unsold } = await twoPlans();
  const enrolling = { course_id: course.id, plan_id: unsold.id, email: "bo@harbour.example" };
  const [enrolled, deleted] = await beforeCommits(
    operator,
    () => operator.post("/enrollments", enrolling),
    () => operator.delete(`/course_plans/${unsold.id}`),
  );
  assert.deepEqual([enrolled.statusCode, deleted.statusCode], [201, 204]);
  assert.equal((await operator.get(`/course_plans/${unsold.id}`)).json<Json>()["active"], false);
});

void test("A new price of a purchased plan leaves its orders as they were", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const price = { amount: 1999, currency: "USD" };
  const made = await operator.post(`/courses/${course.slug}/plans`, { name: "Full", plan_type: "one_time", price });
  const { id } = made.json<{ id: string }>();
  const bought = {
    productType: "course_plan",
    productId: parseId("coursePlan", id)!,
    name: "Full",
    quantity: 1,
    unitAmount: 1999,
    amount: 1999,
  } as const;
  const order = {
    memberId: operator.member.id,
    kind: "checkout",
    placedAt: new Date(),
    subtotal: 1999,
    total: 1999,
    currency: "USD",
  } as const;
  const ordered = (number: string, status: "pending" | "paid", paidAt: Date | null) =>
    insertOrder(
      { db, site: operator.site },
      { ...order, id: newId(), number, status, paidAt },
      [{ ...bought, id: newId() }],
      new Date(),
    );
  const change = (amount: number) => operator.patch(`/course_plans/${id}`, { price: { ...price, amount } });
  await ordered("1", "pending", null);
  assert.equal((await change(999)).statusCode, 200);
  const dry = await operator.delete(`/course_plans/${id}?dry_run=true`);
  assert.equal(dry.json<{ would: { delete: Json } }>().would.delete["archived"], true, "an order names it");
  await ordered("2", "paid", new Date());
  assert.equal((await change(499)).statusCode, 200);
  const lines = await db.many<{ amount: number }>`select amount from order_lines where site_id = ${operator.site.id}`;
  assert.deepEqual(lines, [{ amount: 1999 }, { amount: 1999 }]);
});
