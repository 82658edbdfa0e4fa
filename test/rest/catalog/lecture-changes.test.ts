import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { assertStatus, describeFailure } from "../../support/assert-status.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { anOperator, problemOf } from "../support/operator.ts";
import {
  aCourse,
  aLecture,
  aSection,
  aTaughtCourse,
  countsOf,
  curriculumScopes,
  type Json,
  made,
  outlineOf,
} from "../support/taught-course.ts";

void test("An external id belongs to one lecture of the site; a deleted one releases it", async () => {
  const operator = await anOperator(curriculumScopes);
  const { section } = await aTaughtCourse(operator);
  const first = await aLecture(operator, section, { external_id: "lms/1" });
  const second = await aLecture(operator, section);
  const refused = await operator.patch(`/lectures/${second.id}`, { external_id: "lms/1" });
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "already_exists"]);
  assert.ok(problemOf(refused).detail.includes(first.id));
  await made(operator.patch(`/lectures/${first.id}`, { external_id: "lms/1" }));
  await operator.delete(`/lectures/${first.id}`);
  await made(operator.patch(`/lectures/${second.id}`, { external_id: "lms/1" }));
});

void test("One of several concurrent claims of an external id succeeds, and the others get an error", async () => {
  const operator = await anOperator(curriculumScopes);
  const courses = await Promise.all([1, 2, 3, 4].map((number) => aCourse(operator, `Course ${number}`)));
  const sections = await Promise.all(courses.map((course) => aSection(operator, course)));
  const fields = { title: "x", kind: "text", external_id: "lms/1" };
  const answers = await Promise.all(sections.map(({ id }) => operator.post(`/sections/${id}/lectures`, fields)));
  const made = answers.filter(({ statusCode }) => statusCode === 201);
  assert.equal(made.length, 1);
  for (const answer of answers) assert.ok([201, 409].includes(answer.statusCode), describeFailure(answer.body));
});

void test("Up to 200 lectures are written in one request, with one event", async () => {
  const operator = await anOperator(curriculumScopes);
  const { course, section } = await aTaughtCourse(operator);
  const [kept, gone] = [await aLecture(operator, section), await aLecture(operator, section, { title: "Gone" })];
  const before = (await outboxOf(operator.site)).length;
  const operations = [
    { op: "create", data: { section_id: section.id, title: "New", kind: "video", duration_seconds: 5 } },
    { op: "update", id: kept.id, data: { title: "Kept", position: 2 } },
    { op: "delete", id: gone.id },
    { op: "create", data: { section_id: formatId("section", newId()), title: "Lost", kind: "text" } },
    { op: "create", data: { section_id: section.id, title: "Odd", kind: "film" } },
  ];
  const answer = await operator.post("/lectures/bulk", { operations });
  assertStatus(answer, 200);
  const { results, summary } = answer.json<{ results: (Json & { id: string; error?: Json })[]; summary: Json }>();
  assert.deepEqual(
    results.map(({ status, error }) => error?.["code"] ?? status),
    ["created", "updated", "deleted", "not_found", "validation_failed"],
  );
  assert.deepEqual(summary, { created: 1, updated: 1, deleted: 1, unchanged: 0, failed: 2 });
  assert.deepEqual(await outlineOf(operator, course), [["Section", ["New", "Kept"]]]);
  assert.deepEqual(await countsOf(operator, course), [2, 5]);

  const events = (await outboxOf(operator.site)).slice(before);
  const updates = events.filter(({ type }) => type === "curriculum.updated");
  assert.equal(updates.length, 1);
  const { added, removed, changed, moved } = updates[0]!.data as Record<string, string[]>;
  assert.deepEqual([added, removed, changed, moved], [[results[0]!.id], [gone.id], [kept.id], [kept.id]]);
  assert.deepEqual(events.filter(({ type }) => type === "lecture.published").length, 1);

  const tooMany = Array.from({ length: 201 }, () => ({ op: "delete", id: kept.id }));
  const refused = await operator.post("/lectures/bulk", { operations: tooMany });
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [413, "too_many_rows"]);
  const all = await operator.post("/lectures/bulk", { operations, atomic: true });
  assert.equal(all.statusCode, 422);
  assert.deepEqual(await countsOf(operator, course), [2, 5]);
});

void test("A lecture is published when it becomes visible, by its own status or its section's", async () => {
  const operator = await anOperator(curriculumScopes);
  const { course } = await aTaughtCourse(operator);
  const section = await aSection(operator, course, { status: "draft" });
  const published = async () =>
    (await outboxOf(operator.site)).filter(({ type }) => type === "lecture.published").map(({ objectId }) => objectId);
  const one = await aLecture(operator, section);
  const two = await aLecture(operator, section, { status: "draft" });
  assert.deepEqual(await published(), []);
  await made(operator.patch(`/sections/${section.id}`, { status: "published" }));
  assert.deepEqual(await published(), [one.id]);
  await made(operator.patch(`/lectures/${two.id}`, { status: "published" }));
  await made(operator.patch(`/lectures/${two.id}`, { title: "Two" }));
  assert.deepEqual(await published(), [one.id, two.id]);
});

void test("Every write raises the tree's version, and is in the audit log and one event", async () => {
  const operator = await anOperator(curriculumScopes);
  const { course, section } = await aTaughtCourse(operator);
  const lecture = await aLecture(operator, section, { status: "draft" });
  await made(operator.patch(`/lectures/${lecture.id}`, { title: "x" }));
  const other = await aSection(operator, course);
  await made(operator.post(`/lectures/${lecture.id}/move`, { section_id: other.id }));
  await operator.delete(`/lectures/${lecture.id}`);
  await operator.delete(`/sections/${section.id}`);
  const names = [
    "createSection",
    "createLecture",
    "updateLecture",
    "createSection",
    "moveLecture",
    "deleteLecture",
    "deleteSection",
  ];
  assert.deepEqual(
    (await auditActions(operator.site)).filter((action) => names.includes(action)),
    names,
  );
  const events = (await outboxOf(operator.site)).filter(({ type }) => type === "curriculum.updated");
  assert.deepEqual(
    events.map(({ objectId, data }) => [objectId, (data as Json)["version"]]),
    names.map((_, index) => [course, index + 2]),
  );
});
