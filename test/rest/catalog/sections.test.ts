import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";
import {
  aCourse,
  aLecture,
  aSection,
  curriculumScopes,
  type Json,
  letTeach,
  made,
  type Made,
  outlineOf,
} from "../support/taught-course.ts";

void test("A section is inserted at the end of its course, or at its position, and the others shift", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const first = await aSection(operator, course, { title: "One", summary: "Where it begins", drip: { after_days: 3 } });
  await aSection(operator, course, { title: "Two" });
  await aSection(operator, course, { title: "Between", position: 1 });
  await aSection(operator, course, { title: "Last", position: 900 });
  assert.deepEqual(
    [first["object"], first["course_id"], first.status, first["summary"], first["drip"], first.position],
    ["section", course, "published", "Where it begins", { after_days: 3 }, 0],
  );
  const listed = (await operator.get(`/courses/${course}/sections`)).json<{ data: Made[] }>().data;
  assert.deepEqual(
    listed.map(({ title, position }) => [title, position]),
    [
      ["One", 0],
      ["Between", 1],
      ["Two", 2],
      ["Last", 3],
    ],
  );
  const read = await operator.get(`/sections/${first.id}`);
  assert.deepEqual(read.json<Json>(), first);
  assert.match(String(read.headers["etag"]), /^"1-/);
});

void test("A change moves a section, merges its metadata, and respects If-Match", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const [one, two] = [await aSection(operator, course, { title: "One", metadata: { a: "1", b: "2" } }), "Two"];
  await aSection(operator, course, { title: two });
  const etag = String((await operator.get(`/sections/${one.id}`)).headers["etag"]);
  const patch = { position: 1, metadata: { a: null, c: "3" }, status: "draft", drip: { on_date: "2027-03-01" } };
  const changed = await made(operator.patch(`/sections/${one.id}`, patch, { "if-match": etag }));
  assert.deepEqual(
    [changed.position, changed["metadata"], changed.status, changed["drip"]],
    [1, { b: "2", c: "3" }, "draft", { on_date: "2027-03-01" }],
  );
  assert.deepEqual(
    (await outlineOf(operator, course)).map(([title]) => title),
    [two, "One"],
  );
  const stale = await operator.patch(`/sections/${one.id}`, { title: "x" }, { "if-match": etag });
  assert.equal(problemOf(stale).code, "etag_mismatch");
});

void test("An invalid section is rejected with its path", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const section = await aSection(operator, course, { external_id: "lms/1" });
  const refusal = async (fields: Json) => problemOf(await operator.post(`/courses/${course}/sections`, fields));
  assert.deepEqual((await refusal({})).pointers, ["/title"]);
  assert.deepEqual((await refusal({ title: "x", drip: {} })).pointers, ["/drip"]);
  assert.deepEqual((await refusal({ title: "x", drip: { after_days: 1, on_date: "2027-01-01" } })).pointers, ["/drip"]);
  assert.deepEqual((await refusal({ title: "x", drip: { on_date: "soon" } })).pointers, ["/drip/on_date"]);
  assert.equal((await refusal({ title: "x", external_id: "lms/1" })).code, "already_exists");
  assert.equal((await refusal({ title: "x", tilte: "y" })).code, "unknown_field");
  assert.equal(problemOf(await operator.post("/courses/nothing/sections", { title: "x" })).code, "not_found");
  assert.equal(problemOf(await operator.get(`/sections/${course}`)).code, "invalid_id");
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, "v"]));
  await made(operator.patch(`/sections/${section.id}`, { metadata: many }));
  assert.deepEqual(problemOf(await operator.patch(`/sections/${section.id}`, { metadata: { more: "v" } })).pointers, [
    "/metadata",
  ]);
});

void test("All sections of a course are reordered in one request", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const made = await Promise.all(["One", "Two", "Three"].map((title) => aSection(operator, course, { title })));
  const before = (await outlineOf(operator, course)).map(([title]) => title);
  const ids = before.toReversed().map((title) => made.find((section) => section.title === title)!.id);
  const put = await operator.post(`/courses/${course}/sections/reorder`, { ids });
  assert.deepEqual(
    put.json<{ data: Made[] }>().data.map(({ id, position }) => [id, position]),
    ids.map((id, position) => [id, position]),
  );
  assert.deepEqual(
    (await outlineOf(operator, course)).map(([title]) => title),
    before.toReversed(),
  );
  for (const wrong of [ids.slice(1), [...ids, ids[0]], [...ids.slice(1), formatId("section", newId())]]) {
    const refused = await operator.post(`/courses/${course}/sections/reorder`, { ids: wrong });
    assert.deepEqual([refused.statusCode, problemOf(refused).pointers], [422, ["/ids"]]);
  }
});

void test("A course has at most 200 sections", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const sections = Array.from({ length: 200 }, (_, index) => ({ title: `Section ${index}`, lectures: [] }));
  const etag = String((await operator.get(`/courses/${course}/curriculum`)).headers["etag"]);
  const put = await operator.put(`/courses/${course}/curriculum`, { sections }, { "if-match": etag });
  assertStatus(put, 200);
  const refused = await operator.post(`/courses/${course}/sections`, { title: "One more" });
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [422, "validation_failed"]);
});

void test("A section with lectures is deleted after moving them, or along with them", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const [one, two] = [
    await aSection(operator, course, { title: "One" }),
    await aSection(operator, course, { title: "Two" }),
  ];
  const elsewhere = await aSection(operator, await aCourse(operator, "Tides"));
  await aLecture(operator, one, { title: "a" });
  const b = await aLecture(operator, one, { title: "b" });
  await aLecture(operator, two, { title: "c" });

  const refused = await operator.delete(`/sections/${one.id}`);
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [409, "has_dependents"]);
  assert.match(problemOf(refused).detail, /move_lectures_to.*cascade=true/);
  for (const target of [one.id, elsewhere.id]) {
    const wrong = await operator.delete(`/sections/${one.id}?move_lectures_to=${target}`);
    assert.deepEqual([wrong.statusCode, problemOf(wrong).pointers], [422, ["/move_lectures_to"]]);
  }
  const both = await operator.delete(`/sections/${one.id}?move_lectures_to=${two.id}&cascade=true`);
  assert.deepEqual(problemOf(both).pointers, ["/cascade"]);
  assert.equal(problemOf(await operator.delete(`/sections/${one.id}?casacde=true`)).code, "invalid_request");

  const moved = await operator.delete(`/sections/${one.id}?move_lectures_to=${two.id}`);
  assertStatus(moved, 204);
  assert.deepEqual(await outlineOf(operator, course), [["Two", ["c", "a", "b"]]]);
  assert.equal((await operator.get(`/sections/${one.id}`)).statusCode, 404);

  assert.equal((await operator.delete(`/sections/${two.id}?cascade=true`)).statusCode, 204);
  assert.deepEqual(await outlineOf(operator, course), []);
  assert.equal((await operator.get(`/lectures/${b.id}`)).statusCode, 404);
  assert.equal((await operator.get(`/courses/${course}`)).json<Json>()["lecture_count"], 0);
  const { deleted } = (await operator.get(`/courses/${course}/sections?include_deleted=true`)).json<{
    deleted: { id: string }[];
  }>();
  assert.deepEqual(deleted.map(({ id }) => id).toSorted(), [one.id, two.id].toSorted());
});

void test("A dry run of a deletion reports its effects and has none", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  const section = await aSection(operator, course);
  await aLecture(operator, section);
  const before = (await outboxOf(operator.site)).length;
  assert.equal(problemOf(await operator.delete(`/sections/${section.id}?dry_run=true`)).code, "has_dependents");
  const dry = await operator.delete(`/sections/${section.id}?cascade=true&dry_run=true`);
  assert.deepEqual([dry.statusCode, dry.json<Json>()["dry_run"]], [200, true]);
  assert.deepEqual(await outlineOf(operator, course), [["Section", ["Lecture"]]]);
  assert.equal((await outboxOf(operator.site)).length, before);
});

void test("Sections can be filtered by status and time of change, page by page", async () => {
  const operator = await anOperator(curriculumScopes);
  const course = await aCourse(operator);
  for (const title of ["One", "Two", "Three"]) {
    await aSection(operator, course, { title, status: title === "Two" ? "draft" : "published" });
  }
  const list = async (query: string) => (await operator.get(`/courses/${course}/sections?${query}`)).json<Json>();
  const titles = async (query: string) => ((await list(query))["data"] as Made[]).map(({ title }) => title);
  assert.deepEqual(await titles("status=draft"), ["Two"]);
  assert.deepEqual(await titles("sort=-created_at"), ["Three", "Two", "One"]);
  const { page } = (await list("limit=2")) as { page: { next_cursor: string; has_more: boolean } };
  assert.deepEqual([await titles(`limit=2&cursor=${page.next_cursor}`), page.has_more], [["Three"], true]);
  assert.deepEqual(await titles("updated_at[gte]=2200-01-01T00:00:00Z"), []);
});

void test("A lecturer sees and changes sections of their own courses only", async () => {
  const owner = await anOperator(curriculumScopes);
  const [own, foreign] = [await aCourse(owner, "Own"), await aCourse(owner, "Foreign")];
  const lecturer = await operatorOf(owner.site, curriculumScopes, { roles: ["lecturer"] });
  await letTeach(lecturer, own);
  const theirs = await aSection(lecturer, own);
  assert.equal((await lecturer.get(`/sections/${theirs.id}`)).statusCode, 200);
  const section = await aSection(owner, foreign);
  const attempts = [
    lecturer.get(`/courses/${foreign}/sections`),
    lecturer.post(`/courses/${foreign}/sections`, { title: "x" }),
    lecturer.get(`/sections/${section.id}`),
    lecturer.patch(`/sections/${section.id}`, { title: "x" }),
    lecturer.delete(`/sections/${section.id}`),
    lecturer.get(`/courses/${foreign}/curriculum`),
    lecturer.put(`/courses/${foreign}/curriculum`, { sections: [] }, { "if-match": '"1-x"' }),
  ];
  for (const attempt of attempts) assert.equal((await attempt).statusCode, 404);
  const refused = problemOf(await lecturer.get(`/sections/${section.id}`));
  assert.ok(!refused.detail.includes(foreign), "It reveals the course that it belongs to.");
});
