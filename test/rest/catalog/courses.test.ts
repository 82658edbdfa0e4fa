import assert from "node:assert/strict";
import { test } from "node:test";
import { insertLecture, insertSection } from "#domain/catalog/curriculum/queries.ts";
import { newId, parseId } from "#domain/platform/ids.ts";
import { database as db } from "../../support/databases/database.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { later } from "../../support/world.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";
import { aCourse, type Json, scopes } from "../support/made-courses.ts";

async function withLecture({ site }: Operator, course: { id: string }): Promise<void> {
  const scope = { db, site: site.site };
  const [courseId, sectionId] = [parseId("course", course.id)!, newId()];
  await insertSection(scope, { id: sectionId, courseId, title: "One", position: 1 }, new Date());
  const lecture = { id: newId(), courseId, sectionId, title: "First", position: 1, kind: "text" as const };
  await insertLecture(scope, { ...lecture, status: "published", bodyMarkdown: "Look up." }, new Date());
}

void test("A course is found by id and by slug, and upserted by external id", async () => {
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

void test("A requested slug that is taken is rejected; a generated one is adjusted", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const taken = await operator.post("/courses", { name: "Other", slug: course.slug });
  assert.deepEqual([taken.statusCode, problemOf(taken).code], [409, "slug_taken"]);
  assert.match((await aCourse(operator)).slug, /^night-sky-[0-9a-f]{8}$/);
  for (const [name, slug] of [
    ["夜空", "ye-kong"],
    ["Морские узлы 2", "morskie-uzly-2"],
    ["Straße über Öl 🌙", "strasse-uber-ol"],
    ["한국어 기초", "hangugeo-gicho"],
    ["ガイド", "gaido"],
    ["हिन्दी", "hindi"],
  ] as const) {
    assert.equal((await aCourse(operator, { name })).slug, slug);
  }
  assert.match((await aCourse(operator, { name: "🌙" })).slug, /^course-[0-9a-f]{8}$/);
  const other = await aCourse(operator, { name: "Other" });
  assert.equal(problemOf(await operator.patch(`/courses/${other.id}`, { slug: course.slug })).code, "slug_taken");
  await operator.delete(`/courses/${course.id}`);
  assert.equal((await operator.patch(`/courses/${other.id}`, { slug: course.slug })).statusCode, 200);
});

void test("Publishing a course needs a published lecture, and a paid course an active plan", async () => {
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

void test("Allowed state transitions succeed, and all others are invalid_state with the allowed ones", async () => {
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

void test("A deleted course disappears everywhere, and can be restored for thirty days", async () => {
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

void test("A course with enrollments is archived, not deleted", async () => {
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

void test("Every write is in the audit log and emitted as an event", async () => {
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

void test("A lecturer sees, creates and changes only their own courses", async () => {
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

void test("Resources of another site are not found by id", async () => {
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

void test("Metadata changes are merged up to the size limit", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator, { metadata: thirtyTexts(0) });
  const refused = await operator.patch(`/courses/${course.id}`, { metadata: thirtyTexts(100) });
  assert.deepEqual([refused.statusCode, problemOf(refused).pointers], [422, ["/metadata"]]);
  assert.equal((await operator.patch(`/courses/${course.id}`, { metadata: thirtyTexts(0) })).statusCode, 200);
});
