import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "lecturers:read lecturers:write courses:read courses:write";
type Json = Record<string, unknown>;
interface Named {
  id: string;
  slug: string;
  name: string;
}

async function make(operator: Operator, path: string, fields: Json) {
  const response = await operator.post(path, fields);
  assertStatus(response, 201);
  return response.json<Named & Json>();
}
const aLecturer = (operator: Operator, fields: Json = {}) =>
  make(operator, "/lecturers", { name: "Lu Wei", ...fields });
const aCourse = (operator: Operator, fields: Json = {}) => make(operator, "/courses", { name: "Knots", ...fields });
const namesOf = async (operator: Operator, path: string) => {
  const response = await operator.get(path);
  assertStatus(response, 200);
  return response.json<{ data: Named[] }>().data.map(({ name }) => name);
};

void test("A lecturer is read by id or slug, with their biography as sanitized HTML", async () => {
  const operator = await anOperator(scopes);
  const lecturer = await aLecturer(operator, {
    bio_markdown: "Teaches *knots* <script>x</script>",
    links: ["https://lu.example/"],
  });
  assert.deepEqual(
    [lecturer["object"], lecturer.slug, lecturer["visible"], lecturer["course_count"], lecturer["member_id"]],
    ["lecturer", "lu-wei", true, 0, null],
  );
  assert.equal(lecturer["bio_html"], "<p>Teaches <em>knots</em> </p>\n");
  assert.equal(lecturer["url"], `${operator.site.origin}/lecturers/lu-wei`);
  assert.equal((await operator.get("/lecturers/lu-wei")).json<Named>().id, lecturer.id);
  const changed = await operator.patch("/lecturers/lu-wei", { title: "Rigger", metadata: { a: "1" } });
  assert.deepEqual([changed.json<Json>()["title"], changed.json<Json>()["metadata"]], ["Rigger", { a: "1" }]);
  const refused = await operator.post("/lecturers", { name: "x", links: ["javascript:alert(1)"] });
  assert.deepEqual(problemOf(refused).pointers, ["/links/0"]);
});

void test("Lecturers can be filtered by text, course and visibility; a list omits biographies", async () => {
  const operator = await anOperator(scopes);
  const lu = await aLecturer(operator, { bio_markdown: "Sailed around the Horn", position: 2 });
  await aLecturer(operator, { name: "Ines", visible: false, position: 1 });
  const course = await aCourse(operator, { lecturer_ids: [lu.id] });
  assert.deepEqual(await namesOf(operator, "/lecturers"), ["Ines", "Lu Wei"]);
  assert.deepEqual(await namesOf(operator, "/lecturers?sort=-position"), ["Lu Wei", "Ines"]);
  assert.deepEqual(await namesOf(operator, "/lecturers?visible=false"), ["Ines"]);
  assert.deepEqual(await namesOf(operator, `/lecturers?course_id=${course.id}`), ["Lu Wei"]);
  assert.deepEqual(await namesOf(operator, "/lecturers?q=horn"), ["Lu Wei"]);
  const { data } = (await operator.get("/lecturers")).json<{ data: Json[] }>();
  assert.ok(data.every((lecturer) => !("bio_html" in lecturer) && !("bio_markdown" in lecturer)));
  assert.equal(data[1]!["course_count"], 1);
});

void test("A lecturer who is a member has access to the courses that they teach", async () => {
  const owner = await anOperator(scopes);
  const person = await operatorOf(owner.site, "courses:read courses:write lecturers:read", { roles: ["lecturer"] });
  const taught = await aCourse(owner, { name: "Knots" });
  const other = await aCourse(owner, { name: "Sails" });
  const lecturer = await aLecturer(owner);
  await owner.patch(`/courses/${taught.id}`, { lecturer_ids: [lecturer.id] });
  await owner.patch(`/courses/${other.id}`, { lecturer_ids: [(await aLecturer(owner, { name: "Ines" })).id] });
  assert.equal((await person.get(`/courses/${taught.id}`)).statusCode, 404);
  await owner.patch(`/lecturers/${lecturer.id}`, { member_id: person.member.sub });
  assert.equal((await person.get(`/courses/${taught.id}`)).statusCode, 200);
  assert.equal((await person.get(`/courses/${other.id}`)).statusCode, 404);
  assert.deepEqual(await namesOf(person, "/lecturers/ines/courses"), [], "Other lecturers' private data is omitted.");
  assert.deepEqual(await namesOf(person, "/lecturers/lu-wei/courses"), ["Knots"]);
});

void test("A lecturer has at most one member of the site, and a member one lecturer", async () => {
  const operator = await anOperator(scopes);
  const stranger = await anOperator(scopes);
  const lecturer = await aLecturer(operator, { member_id: operator.member.sub });
  const twice = await operator.post("/lecturers", { name: "Again", member_id: operator.member.sub });
  assert.deepEqual([twice.statusCode, problemOf(twice).code], [409, "already_exists"]);
  const foreign = await operator.patch(`/lecturers/${lecturer.id}`, { member_id: stranger.member.sub });
  assert.deepEqual(problemOf(foreign).pointers, ["/member_id"]);
  assert.equal((await operator.patch(`/lecturers/${lecturer.id}`, { member_id: null })).statusCode, 200);
  assert.equal((await operator.post("/lecturers", { name: "B", member_id: operator.member.sub })).statusCode, 201);
});

void test("A course returns its lecturers, to callers who may read only lecturers too", async () => {
  const owner = await anOperator(scopes);
  const lecturer = await aLecturer(owner);
  await aCourse(owner, { name: "Knots", lecturer_ids: [lecturer.id], description_markdown: "Secret plans" });
  await aCourse(owner, { name: "Sails" });
  const reader = await operatorOf(owner.site, "lecturers:read");
  const path = `/lecturers/${lecturer.slug}/courses`;
  const { data } = (await reader.get(`${path}?include_total=true`)).json<{ data: Json[] }>();
  assert.deepEqual(
    data.map((course) => Object.keys(course).toSorted()),
    [["created_at", "id", "name", "object", "slug", "status", "updated_at", "url"]],
  );
  assert.deepEqual(await namesOf(reader, `${path}?status=published`), []);
  assert.equal((await reader.get("/lecturers/nobody/courses")).statusCode, 404);
});

void test("A lecturer with courses can be deleted only with a replacement", async () => {
  const operator = await anOperator(scopes);
  const [lu, ines] = [await aLecturer(operator), await aLecturer(operator, { name: "Ines" })];
  const alone = await aCourse(operator, { lecturer_ids: [lu.id] });
  const both = await aCourse(operator, { name: "Sails", lecturer_ids: [lu.id, ines.id] });
  const refused = await operator.delete(`/lecturers/${lu.id}`);
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "has_dependents"]);
  const toThemselves = await operator.delete(`/lecturers/${lu.id}?reassign_to=${lu.id}`);
  assert.deepEqual([toThemselves.statusCode, problemOf(toThemselves).pointers], [422, ["/reassign_to"]]);
  const dry = await operator.delete(`/lecturers/${lu.id}?reassign_to=${ines.id}&dry_run=true`);
  assert.deepEqual(dry.json<{ would: { delete: Json } }>().would.delete, {
    id: lu.id,
    reassigned_course_ids: [alone.id, both.id],
  });
  const done = await operator.delete(`/lecturers/${lu.id}?reassign_to=${ines.id}`);
  assertStatus(done, 204);
  for (const course of [alone, both]) {
    const { lecturer_ids, updated_at } = (await operator.get(`/courses/${course.id}`)).json<Json>();
    assert.deepEqual(lecturer_ids, [ines.id]);
    assert.notEqual(updated_at, course["updated_at"], "Synchronizing clients receive the changed courses.");
  }
  assert.equal((await operator.get(`/lecturers/${lu.id}`)).statusCode, 404);
  assert.equal((await operator.delete(`/lecturers/${lu.id}`)).statusCode, 404);
  assert.equal((await aLecturer(operator)).slug, "lu-wei", "The slug is free again.");
});

void test("Lecturers of deleted courses can be deleted", async () => {
  const operator = await anOperator(scopes);
  const lecturer = await aLecturer(operator);
  const course = await aCourse(operator, { lecturer_ids: [lecturer.id] });
  await operator.delete(`/courses/${course.id}`);
  assert.equal((await operator.delete(`/lecturers/${lecturer.id}`)).statusCode, 204);
  const restored = await operator.post(`/courses/${course.id}/restore`);
  assert.deepEqual(restored.json<Json>()["lecturer_ids"], []);
});

void test("A lecturer is upserted by external id, and restored after a deletion", async () => {
  const operator = await anOperator(scopes);
  const path = "/lecturers/by_external_id/hr%2F7";
  const made = await operator.put(path, { name: "Lu Wei", member_id: operator.member.sub });
  assert.deepEqual([made.statusCode, made.json<Json>()["created"]], [201, true]);
  const { id } = made.json<Named>();
  const changed = await operator.put(path, { name: "Lu" });
  assert.deepEqual([changed.statusCode, changed.json<Named>().id, changed.json<Named>().slug], [200, id, "lu-wei"]);

  await operator.delete(`/lecturers/${id}`);
  const heir = await aLecturer(operator, { member_id: operator.member.sub });
  const back = (await operator.put(path, { name: "Lu Wei" })).json<Named & Json>();
  assert.deepEqual([back.id, back["member_id"]], [id, null], "Data that was reassigned meanwhile is not taken back.");
  assert.notEqual(back.slug, heir.slug);
  const taken = await operator.post("/lecturers", { name: "x", external_id: "hr/7" });
  assert.deepEqual([taken.statusCode, problemOf(taken).code], [409, "already_exists"]);
  const slug = await operator.post("/lecturers", { name: "x", slug: "lu-wei" });
  assert.deepEqual([slug.statusCode, problemOf(slug).code], [409, "slug_taken"]);
});

void test("Lecturers of the site can be reordered", async () => {
  const operator = await anOperator(scopes);
  const stranger = await aLecturer(await anOperator(scopes));
  const people = [];
  for (const name of ["A", "B", "C"]) people.push(await aLecturer(operator, { name, position: 9 }));
  const ids = people.map(({ id }) => id).toReversed();
  const moved = await operator.post("/lecturers/reorder", { ids });
  assert.deepEqual(moved.json<{ ids: string[] }>().ids.toSorted(), ids.toSorted());
  assert.deepEqual(await namesOf(operator, "/lecturers?sort=position"), ["C", "B", "A"]);
  const again = await operator.post("/lecturers/reorder", { ids });
  assert.deepEqual(again.json<Json>()["ids"], []);
  const foreign = await operator.post("/lecturers/reorder", { ids: [ids[0], stranger.id] });
  assert.deepEqual(problemOf(foreign).pointers, ["/ids/1"]);
});

void test("Lecturer changes are in the audit log and emitted as events", async () => {
  const operator = await anOperator(scopes);
  const lecturer = await aLecturer(operator);
  await operator.patch(`/lecturers/${lecturer.id}`, { name: "Lu" });
  await operator.delete(`/lecturers/${lecturer.id}`);
  const actions = (await auditActions(operator.site)).filter((action) => action.endsWith("Lecturer"));
  assert.deepEqual(actions, ["createLecturer", "updateLecturer", "deleteLecturer"]);
  const types = (await outboxOf(operator.site)).map(({ type }) => type).filter((type) => type.startsWith("lecturer."));
  assert.deepEqual(types, ["lecturer.created", "lecturer.updated"]);
});
