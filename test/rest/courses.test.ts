import assert from "node:assert/strict";
import { test } from "node:test";
import { insertLecture, insertSection } from "#domain/curriculum/queries.ts";
import { newId, parseId } from "#domain/ids.ts";
import { database as db } from "../support/database.ts";
import { auditActions, outboxOf } from "../support/records.ts";
import { later } from "../support/world.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "./support/operator.ts";

const scopes = "courses:read courses:write";
type Json = Record<string, unknown>;

async function aCourse(operator: Operator, fields: Json = {}) {
  const response = await operator.post("/courses", { name: "Night sky", ...fields });
  assert.equal(response.statusCode, 201, response.body);
  return response.json<{ id: string; slug: string; status: string }>();
}

async function withLecture({ site }: Operator, course: { id: string }): Promise<void> {
  const scope = { db, site: site.site };
  const [courseId, sectionId] = [parseId("course", course.id)!, newId()];
  await insertSection(scope, { id: sectionId, courseId, title: "One", position: 1 }, new Date());
  const lecture = { id: newId(), courseId, sectionId, title: "First", position: 1, kind: "text" as const };
  await insertLecture(scope, { ...lecture, status: "published" }, new Date());
}

void test("A course is found by its id and by its slug, and by its external id it is written again", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  assert.equal((await operator.get(`/courses/${course.slug}`)).json<Json>()["id"], course.id);
  assert.equal((await operator.get(`/courses/${course.id}`)).json<Json>()["slug"], "night-sky");

  const path = "/courses/by_external_id/lms%2F7";
  const made = await operator.put(path, { name: "Tides" });
  assert.deepEqual([made.statusCode, made.json<Json>()["created"]], [201, true]);
  const changed = await operator.put(path, { name: "Tides and currents" });
  assert.deepEqual([changed.statusCode, changed.json<Json>()["created"]], [200, false]);
  assert.deepEqual(
    [changed.json<Json>()["id"], changed.json<Json>()["external_id"]],
    [made.json<Json>()["id"], "lms/7"],
  );
});

void test("A slug that is given and taken is refused; one that is made up gives way", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const taken = await operator.post("/courses", { name: "Other", slug: course.slug });
  assert.deepEqual([taken.statusCode, problemOf(taken).code], [409, "slug_taken"]);
  assert.match((await aCourse(operator)).slug, /^night-sky-[0-9a-f]{8}$/);
  assert.match((await aCourse(operator, { name: "夜空" })).slug, /^course-[0-9a-f]{8}$/);
  const other = await aCourse(operator, { name: "Other" });
  assert.equal(problemOf(await operator.patch(`/courses/${other.id}`, { slug: course.slug })).code, "slug_taken");
  await operator.delete(`/courses/${course.id}`);
  assert.equal((await operator.patch(`/courses/${other.id}`, { slug: course.slug })).statusCode, 200);
});

void test("A course is published once somebody can learn something in it, and a paid one bought", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator, { course_type: "paid" });
  const refused = problemOf(await operator.post(`/courses/${course.id}/publish`));
  assert.deepEqual(
    [refused.status, refused.code, refused.pointers],
    [422, "not_publishable", ["/lecture_count", "/course_type"]],
  );
  await withLecture(operator, course);
  const price = { amount: 120_000, currency: "TWD" };
  await operator.post(`/courses/${course.id}/plans`, { name: "Full", plan_type: "one_time", price });
  const published = await operator.post(`/courses/${course.id}/publish`);
  assert.equal(published.json<Json>()["status"], "published");
  assert.ok(published.json<Json>()["published_at"]);
});

void test("States follow each other as they may, and every other move is invalid_state with those that can follow", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  await withLecture(operator, course);
  const step = (action: string) => operator.post(`/courses/${course.id}/${action}`);
  const refusal = async (action: string) => {
    const response = await step(action);
    const { status, code, allowed } = response.json<{ status: number; code: string; allowed: string[] }>();
    return [status, code, allowed];
  };
  assert.deepEqual(await refusal("unpublish"), [409, "invalid_state", ["published", "archived"]]);
  assert.deepEqual(await refusal("restore"), [409, "invalid_state", ["published", "archived"]]);
  assert.equal((await step("publish")).json<Json>()["status"], "published");
  assert.deepEqual(await refusal("publish"), [409, "invalid_state", ["draft", "archived"]]);
  assert.equal((await step("unpublish")).json<Json>()["status"], "draft");
  assert.equal((await step("archive")).json<Json>()["status"], "archived");
  assert.deepEqual(await refusal("publish"), [409, "invalid_state", ["draft"]]);
  assert.equal((await step("restore")).json<Json>()["status"], "draft");
});

void test("A deleted course is gone from everything, and can be restored for thirty days", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  assert.equal((await operator.delete(`/courses/${course.id}`)).statusCode, 204);
  assert.equal((await operator.get(`/courses/${course.id}`)).statusCode, 404);
  assert.equal((await operator.patch(`/courses/${course.id}`, { name: "x" })).statusCode, 404);
  assert.equal((await operator.delete(`/courses/${course.id}`)).statusCode, 404);
  assert.equal((await operator.post(`/courses/${course.id}/restore`)).json<Json>()["status"], "draft");
  await operator.delete(`/courses/${course.id}`);
  await later(31 * 86_400_000, async () => {
    const again = await operatorOf(operator.site, scopes);
    assert.equal(problemOf(await again.post(`/courses/${course.id}/restore`)).code, "invalid_state");
  });
});

void test("A course in which people are enrolled is archived, not deleted", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const row = {
    site: operator.site.id,
    student: operator.member.id,
    course: parseId("course", course.id)!,
    now: new Date(),
  };
  await db.run`
    insert into enrollments (site_id, id, student_id, course_id, starts_at, enrolled_at, created_at, updated_at)
    values (${row.site}, ${newId()}, ${row.student}, ${row.course}, ${row.now}, ${row.now}, ${row.now}, ${row.now})`;
  const refused = await operator.delete(`/courses/${course.id}`);
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "has_dependents"]);
});

void test("Every write is in the audit log and told as an event", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  await withLecture(operator, course);
  await operator.patch(`/courses/${course.id}`, { name: "Stars" });
  for (const action of ["publish", "unpublish", "archive"]) await operator.post(`/courses/${course.id}/${action}`);
  await operator.delete(`/courses/${course.id}`);
  const actions = (await auditActions(operator.site)).filter((action) => action.endsWith("Course"));
  assert.deepEqual(actions, [
    "createCourse",
    "updateCourse",
    "publishCourse",
    "unpublishCourse",
    "archiveCourse",
    "deleteCourse",
  ]);
  const types = (await outboxOf(operator.site)).map(({ type }) => type).filter((type) => type.startsWith("course."));
  assert.deepEqual(
    types,
    ["created", "updated", "published", "unpublished", "archived", "deleted"].map((name) => `course.${name}`),
  );
});

void test("A lecturer sees, makes and changes courses of their own alone", async () => {
  const owner = await anOperator(scopes);
  const foreign = await aCourse(owner);
  const lecturer = await operatorOf(owner.site, scopes, { roles: ["lecturer"] });
  const refused = await lecturer.post("/courses", { name: "Mine" });
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "role_required"]);

  const profile = { site: owner.site.id, id: newId(), member: lecturer.member.id, now: new Date() };
  await db.run`
    insert into lecturers (site_id, id, name, slug, member_id, created_at, updated_at)
    values (${profile.site}, ${profile.id}, 'Lu', 'lu', ${profile.member}, ${profile.now}, ${profile.now})`;
  const own = await aCourse(lecturer, { name: "Mine" });
  const listed = (await lecturer.get("/courses?include_total=true")).json<{ data: Json[]; page: Json }>();
  assert.deepEqual([listed.data.map(({ id }) => id), listed.page["total"]], [[own.id], 1]);
  assert.equal((await lecturer.get(`/courses/${foreign.id}`)).statusCode, 404);
  assert.equal((await lecturer.patch(`/courses/${foreign.id}`, { name: "x" })).statusCode, 404);
  assert.equal((await lecturer.delete(`/courses/${foreign.id}`)).statusCode, 404);
  assert.equal((await lecturer.get(`/courses/${foreign.id}/plans`)).statusCode, 404);
  const kept = (await lecturer.patch(`/courses/${own.id}`, { lecturer_ids: [] })).json<{ lecturer_ids: string[] }>();
  assert.equal(kept.lecturer_ids.length, 1);
});

void test("Plans have a price unless they are free, and what was sold keeps it", async () => {
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
  assert.deepEqual([sold.statusCode, problemOf(sold).code], [409, "plan_in_use"]);
  assert.equal((await operator.patch(`/course_plans/${plan.id}`, { name: "Whole", active: false })).statusCode, 200);
  assert.equal((await operator.delete(`/course_plans/${plan.id}`)).statusCode, 204);
  assert.deepEqual((await operator.get(path)).json<Json>(), { data: [] });
});

void test("Categories stand in one another without going round, and are emptied before they are deleted", async () => {
  const operator = await anOperator(scopes);
  const make = async (fields: Json) => (await operator.post("/course_categories", fields)).json<{ id: string }>();
  const nature = await make({ name: "Nature" });
  const sky = await make({ name: "Sky", parent_id: nature.id });
  const round = await operator.patch(`/course_categories/${nature.id}`, { parent_id: sky.id });
  assert.deepEqual(problemOf(round).pointers, ["/parent_id"]);
  const course = await aCourse(operator, { category_ids: [sky.id] });
  assert.deepEqual(
    problemOf(await operator.post("/courses", { name: "x", category_ids: [nature.id, course.id] })).code,
    "invalid_id",
  );
  const listed = (await operator.get(`/courses?category_id=${sky.id}`)).json<{ data: { id: string }[] }>();
  assert.deepEqual(
    listed.data.map(({ id }) => id),
    [course.id],
  );

  const refused = await operator.delete(`/course_categories/${sky.id}`);
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "has_dependents"]);
  const moved = await operator.delete(`/course_categories/${sky.id}?reassign_to=${nature.id}`);
  assert.equal(moved.statusCode, 204, moved.body);
  assert.deepEqual((await operator.get(`/courses/${course.id}`)).json<Json>()["category_ids"], [nature.id]);
  const { data } = (await operator.get("/course_categories")).json<{ data: Json[] }>();
  assert.deepEqual(
    data.map(({ name, course_count }) => [name, course_count]),
    [["Nature", 1]],
  );
});

void test("Reviews are listed, hidden and answered, and the course's rating follows", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const ids = await Promise.all(
    [5, 2].map(async (rating) => {
      const id = newId();
      const member = await operator.site.member();
      await db.run`
        insert into reviews (site_id, id, course_id, member_id, rating, body, created_at, updated_at)
        values (${operator.site.id}, ${id}, ${parseId("course", course.id)}, ${member.id}, ${rating}, 'Good',
                ${new Date()}, ${new Date()})`;
      return id;
    }),
  );
  const poor = (await operator.get(`/courses/${course.id}/reviews?rating[lte]=3`)).json<{ data: { id: string }[] }>();
  assert.equal(poor.data.length, 1);
  assert.equal((await operator.get("/reviews")).json<{ data: object[] }>().data.length, ids.length);
  const hidden = await operator.patch(`/reviews/${poor.data[0]!.id}`, { status: "hidden", reply: "Thank you" });
  assert.deepEqual([hidden.json<Json>()["status"], hidden.json<Json>()["reply"]], ["hidden", "Thank you"]);
  const { rating_average, rating_count } = (await operator.get(`/courses/${course.id}`)).json<Json>();
  assert.deepEqual([rating_average, rating_count], [5, 1]);
  assert.equal(problemOf(await operator.patch(`/reviews/${poor.data[0]!.id}`, { rating: 5 })).code, "unknown_field");
});

void test("Tags in use are counted", async () => {
  const operator = await anOperator(scopes);
  await aCourse(operator, { tags: ["stars", "night"] });
  await aCourse(operator, { tags: ["stars"] });
  const { data } = (await operator.get("/tags?kind=course")).json<{ data: Json[] }>();
  assert.deepEqual(
    data.map(({ name, count }) => [name, count]),
    [
      ["stars", 2],
      ["night", 1],
    ],
  );
});

void test("Nothing of another site is found by its id", async () => {
  const [here, there] = [await anOperator(scopes), await anOperator(scopes)];
  const course = await aCourse(there);
  for (const response of [
    await here.get(`/courses/${course.id}`),
    await here.patch(`/courses/${course.id}`, { name: "x" }),
    await here.post(`/courses/${course.id}/publish`),
    await here.get(`/courses/${course.id}/plans`),
    await here.get(`/courses/${course.id}/reviews`),
  ]) {
    assert.deepEqual([response.statusCode, problemOf(response).code], [404, "not_found"]);
  }
});

const thirtyTexts = (from: number) =>
  Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`key-${from + index}`, "x"]));

void test("Changes add to what clients keep with a course until its bounds are reached", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator, { metadata: thirtyTexts(0) });
  const refused = await operator.patch(`/courses/${course.id}`, { metadata: thirtyTexts(100) });
  assert.deepEqual([refused.statusCode, problemOf(refused).pointers], [422, ["/metadata"]]);
  assert.equal((await operator.patch(`/courses/${course.id}`, { metadata: thirtyTexts(0) })).statusCode, 200);
});

void test("Categories come as a tree where that is asked for", async () => {
  const operator = await anOperator("courses:read courses:write");
  const make = async (fields: object) => (await operator.post("/course_categories", fields)).json<{ id: string }>().id;
  const sea = await make({ name: "Sea", position: 1 });
  const tides = await make({ name: "Tides", parent_id: sea });
  await make({ name: "Spring tides", parent_id: tides });
  await make({ name: "Air" });
  interface Node {
    name: string;
    children: Node[];
  }
  const namesOf = (nodes: Node[]): unknown => nodes.map(({ name, children }) => [name, namesOf(children)]);
  const tree = await operator.get("/course_categories?tree=true");
  assert.deepEqual(namesOf(tree.json<{ data: Node[] }>().data), [
    ["Air", []],
    ["Sea", [["Tides", [["Spring tides", []]]]]],
  ]);
});

void test("Tags of posts and members are told to whoever may read these", async () => {
  const operator = await anOperator("courses:read posts:read posts:write");
  const post = { title: "Knots", body_markdown: "Knots.", access: "public", tags: ["rope"] };
  assert.equal((await operator.post("/posts", post)).statusCode, 201);
  const { data } = (await operator.get("/tags?kind=post")).json<{ data: { name: string; count: number }[] }>();
  assert.deepEqual(data, [{ object: "tag", kind: "post", name: "rope", count: 1 }]);
  const refused = problemOf(await operator.get("/tags?kind=member"));
  assert.deepEqual([refused.status, refused.code], [403, "insufficient_scope"]);
});
