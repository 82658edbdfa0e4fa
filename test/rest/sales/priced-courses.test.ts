import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertPlan } from "#domain/offers/course-plans/queries.ts";
import { newId, parseId } from "#domain/platform/ids.ts";
import { exportedSite, importedSite } from "../../domain/site-archive/support.ts";
import { anOperatorAgent } from "../../mcp/support/agent.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { type ASite, aSite } from "../../support/world.ts";
import { beforeCommits, lockRow } from "../support/at-once.ts";
import { countsOf, faultsOf, imported as importedJob } from "../support/imports.ts";
import { aCourse, type Json, scopes } from "../support/made-courses.ts";
import { make } from "../support/make.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const price = { amount: 4900, currency: "USD" };
const once = { name: "Once", plan_type: "one_time", price };

const typeOf = async (operator: Operator, id: string) =>
  (await operator.get(`/courses/${id}`)).json<Json>()["course_type"];

const yesterday = () => new Date(Date.now() - 86_400_000);

/** A plan with a price whose course stayed free, as in earlier releases. */
async function priceAsBefore(site: ASite, courseId: string, active: boolean, saleEndsAt?: Date): Promise<void> {
  const plan = {
    id: newId(),
    saleEndsAt: saleEndsAt ?? null,
    courseId: parseId("course", courseId)!,
    name: "Once",
    planType: "one_time",
    active,
  } as const;
  await insertPlan(site.context(), { ...plan, priceAmount: 4900, priceCurrency: "USD" }, now());
}

void describe("A course with an active plan that has a price is not free", () => {
  void test("A new plan with a price makes a free course paid, says so, and emits an event of the course", async () => {
    const operator = await anOperator(scopes);
    const course = await aCourse(operator);
    assert.equal(await typeOf(operator, course.id), "free");
    const plan = await make(operator, `/courses/${course.id}/plans`, once);
    assert.equal(plan["course_type"], "paid");
    assert.equal(await typeOf(operator, course.id), "paid");
    const events = (await outboxOf(operator.site)).map(({ type }) => type);
    assert.deepEqual(events, ["course.created", "course_plan.created", "course.updated"]);
  });

  void test("Free and inactive plans leave it free, until one with a price becomes active", async () => {
    const operator = await anOperator(scopes);
    const { id } = await aCourse(operator);
    const path = `/courses/${id}/plans`;
    assert.equal((await make(operator, path, { name: "Trial", plan_type: "free" }))["course_type"], "free");
    const inactive = await make(operator, path, { ...once, active: false });
    assert.equal(inactive["course_type"], "free");
    const renamed = await operator.patch(`/course_plans/${inactive.id}`, { name: "Later" });
    assert.equal(renamed.json<Json>()["course_type"], "free");
    const active = await operator.patch(`/course_plans/${inactive.id}`, { active: true });
    assert.deepEqual([active.json<Json>()["course_type"], await typeOf(operator, id)], ["paid", "paid"]);
  });

  void test("Other types of courses keep their type", async () => {
    const operator = await anOperator(scopes);
    const { id } = await aCourse(operator, { course_type: "pre_order" });
    assert.equal((await make(operator, `/courses/${id}/plans`, once))["course_type"], "pre_order");
  });

  void test("It cannot become free, in single and bulk requests, and the error names the plans to end", async () => {
    const operator = await anOperator(scopes);
    const { id } = await aCourse(operator);
    const plan = await make(operator, `/courses/${id}/plans`, once);
    const refused = problemOf(await operator.patch(`/courses/${id}`, { course_type: "free" }));
    assert.deepEqual([refused.status, refused.code, refused.pointers], [422, "validation_failed", ["/course_type"]]);
    assert.ok(refused.detail.includes(plan.id), refused.detail);
    const operations = [{ op: "update", id, data: { course_type: "free" } }];
    const bulk = await operator.post("/courses/bulk", { operations });
    assert.match(bulk.body, /"failed":1/);
    assert.equal(await typeOf(operator, id), "paid");

    assertStatus(await operator.patch(`/course_plans/${plan.id}`, { active: false }), 200);
    assertStatus(await operator.patch(`/courses/${id}`, { course_type: "free" }), 200);
  });

  void test("A plan and a concurrent change to free see each other in either order", async () => {
    const operator = await anOperator(scopes);
    const [first, second] = [
      await aCourse(operator, { course_type: "paid" }),
      await aCourse(operator, { course_type: "paid" }),
    ];
    const sell = ({ id }: { id: string }) => operator.post(`/courses/${id}/plans`, once);
    const free = ({ id }: { id: string }) => operator.patch(`/courses/${id}`, { course_type: "free" });
    const [sold, refused] = await beforeCommits(
      operator,
      () => sell(first),
      () => free(first),
    );
    assert.deepEqual([sold.statusCode, refused.statusCode], [201, 422]);
    const [freed, made] = await beforeCommits(
      operator,
      () => free(second),
      () => sell(second),
    );
    assert.deepEqual([freed.statusCode, made.json<Json>()["course_type"]], [200, "paid"]);
    assert.equal(await typeOf(operator, second.id), "paid");
  });

  void test("A new plan waits for its course before it locks its plans, in the order of imports", async () => {
    const operator = await anOperator(scopes);
    const course = await aCourse(operator);
    const id = parseId("course", course.id)!;
    const held = await lockRow(operator, { table: "courses", id, against: "no key update" });
    try {
      const answer = operator.post(`/courses/${course.id}/plans`, once);
      await held.waiting(1);
      const what = `lectern plans of course ${id} of ${operator.site.site.id}`;
      const { rows } = await database.pool.query<{ free: boolean }>(
        "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free",
        [what],
      );
      await held.release();
      assert.equal((await answer).statusCode, 201);
      assert.deepEqual(rows, [{ free: true }]);
    } finally {
      await held.release();
    }
  });

  void test("Imported courses with a price are paid, and refused if they say that they are free", async () => {
    const operator = await anOperator(`${scopes} curriculum:read curriculum:write school:read school:write`);
    const course = { name: "Knots", slug: "knots", plans: [once] };
    const send = (document: Json) => importedJob(operator, { format: "course_json", inline: JSON.stringify(document) });
    const refused = await send({ ...course, course_type: "free" });
    assert.deepEqual(await faultsOf(operator, refused), [["courses.json", "/course_type not_allowed"]]);
    assert.deepEqual(countsOf(await send(course)), [1, 0, 0, 0]);
    assert.equal(await typeOf(operator, "knots"), "paid");
    assert.deepEqual(countsOf(await send(course)), [0, 0, 1, 0]);
    const { plans: _plans, ...rest } = course;
    assert.deepEqual(countsOf(await send({ ...rest, course_type: "free" })), [0, 0, 0, 1]);
    assert.deepEqual(countsOf(await send({ ...rest, plans: [], course_type: "free" })), [0, 1, 0, 0]);
  });

  void test("Free courses with a price in an archive of an earlier release are imported as paid, except after the sale", async () => {
    const operator = await anOperator(scopes);
    const [{ id, slug }, over] = [await aCourse(operator), await aCourse(operator, { slug: "over" })];
    await priceAsBefore(operator.site, id, true);
    await priceAsBefore(operator.site, over.id, true, yesterday());
    const archive = await exportedSite(operator.site);
    const target = await operatorOf(await aSite(), scopes);
    for (const outcome of ["created", "unchanged"] as const) {
      const { counts, reported } = await importedSite(target.site, archive);
      assert.deepEqual([reported, counts["courses"]![outcome]], [[], 2]);
    }
    assert.deepEqual([await typeOf(target, slug), await typeOf(target, over.slug)], ["paid", "free"]);
  });

  void test("Agents get the new type, and the pointer of the refused argument", async () => {
    const agent = await anOperatorAgent(await aSite());
    const { result: made } = await agent.call("create_course", { name: "Tides" });
    const course = made["id"];
    const plan = { ...once, price: { amount: "49.00", currency: "USD" } };
    const saved = await agent.call("save_course_plan", { course, plan });
    assert.equal(saved.result["course_type"], "paid");
    const { failure } = await agent.call("update_course", { course, changes: { course_type: "free" } });
    assert.deepEqual(
      [failure?.code, failure?.errors?.map(({ pointer }) => pointer)],
      ["validation_failed", ["/changes/course_type"]],
    );
  });
});
