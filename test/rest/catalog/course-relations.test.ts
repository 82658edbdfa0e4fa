import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { postbox } from "../../support/world.ts";
import { aCourse, type Json } from "../support/made-courses.ts";
import { anOperator, type Operator, operatorOf } from "../support/operator.ts";

const scopes = "courses:read courses:write lecturers:read lecturers:write";

interface Course {
  id: string;
  updated_at: string;
  category_ids: string[];
  lecturer_ids: string[];
}

const read = async (operator: Operator, { id }: { id: string }) =>
  (await operator.get(`/courses/${id}`)).json<Course>();

async function make(operator: Operator, path: string, fields: Json): Promise<string> {
  const response = await operator.post(path, fields);
  assertStatus(response, 201);
  return response.json<{ id: string }>().id;
}

const aCategory = (operator: Operator, name: string) => make(operator, "/course_categories", { name });
const aLecturer = (operator: Operator, fields: Json) => make(operator, "/lecturers", fields);

async function foundBy(operator: Operator, filter: string): Promise<string[]> {
  const response = await operator.get(`/courses?${filter}&limit=200`);
  return response.json<{ data: Course[] }>().data.map(({ id }) => id);
}

/** Denormalized columns of courses equal the relations that lists filter by and return. */
async function assertDenormalized(operator: Operator, categories: readonly string[], lecturers: readonly string[]) {
  const { data } = (await operator.get("/courses?limit=200")).json<{ data: Course[] }>();
  const ids = (courses: readonly Course[]) => courses.map(({ id }) => id).toSorted();
  for (const category of categories) {
    const matching = data.filter(({ category_ids }) => category_ids.includes(category));
    assert.deepEqual(ids(matching), (await foundBy(operator, `category_id=${category}`)).toSorted());
  }
  for (const lecturer of lecturers) {
    const matching = data.filter(({ lecturer_ids }) => lecturer_ids.includes(lecturer));
    assert.deepEqual(ids(matching), (await foundBy(operator, `lecturer_id=${lecturer}`)).toSorted());
  }
  for (const listed of data) {
    const { category_ids, lecturer_ids } = await read(operator, listed);
    assert.deepEqual([listed.category_ids, listed.lecturer_ids], [category_ids, lecturer_ids]);
  }
}

void test("A course returns its categories, and its lecturers in order, as last saved", async () => {
  const operator = await anOperator(scopes);
  const [sea, sky] = [await aCategory(operator, "Sea"), await aCategory(operator, "Sky")];
  const [ana, bo] = [await aLecturer(operator, { name: "Ana" }), await aLecturer(operator, { name: "Bo" })];
  const course = await aCourse(operator, { category_ids: [sky, sea, sky], lecturer_ids: [bo, ana] });
  const made = await read(operator, course);
  assert.deepEqual([made.category_ids, made.lecturer_ids], [[sea, sky].toSorted(), [bo, ana]]);
  await assertDenormalized(operator, [sea, sky], [ana, bo]);

  const changed = (await operator.patch(`/courses/${course.id}`, { lecturer_ids: [ana, bo] })).json<Course>();
  assert.deepEqual([changed.category_ids, changed.lecturer_ids], [[sea, sky].toSorted(), [ana, bo]]);
  const emptied = await operator.patch(`/courses/${course.id}`, { category_ids: [], lecturer_ids: [] });
  assert.deepEqual([emptied.json<Course>().category_ids, emptied.json<Course>().lecturer_ids], [[], []]);
  await assertDenormalized(operator, [sea, sky], [ana, bo]);
});

void test("A course of several requested lecturers or categories is listed once and counted once", async () => {
  const operator = await anOperator(scopes);
  const [sea, sky] = [await aCategory(operator, "Sea"), await aCategory(operator, "Sky")];
  const [ana, bo] = [await aLecturer(operator, { name: "Ana" }), await aLecturer(operator, { name: "Bo" })];
  const shared = await aCourse(operator, { category_ids: [sky, sea], lecturer_ids: [ana, bo] });
  const another = await aCourse(operator, { category_ids: [sea], lecturer_ids: [bo] });
  await aCourse(operator);
  for (const filter of [`lecturer_id=${ana},${bo}`, `category_id=${sea},${sky},${sea}`]) {
    for (const limit of [1, 2, 50]) {
      const found: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const after = cursor === "" ? "" : `&cursor=${cursor}`;
        const response = await operator.get(`/courses?${filter}&include_total=true&limit=${limit}${after}`);
        const { data, page } = response.json<{ data: Course[]; page: { next_cursor: string | null; total: number } }>();
        assert.equal(page.total, 2);
        found.push(...data.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      assert.deepEqual(found.toSorted(), [shared.id, another.id].toSorted());
    }
  }
});

void test("Changing a category gives its courses a new version, which events and synchronization report", async () => {
  const operator = await anOperator(scopes);
  const [sea, tides] = [await aCategory(operator, "Sea"), await aCategory(operator, "Tides")];
  const [filed, other] = [await aCourse(operator, { category_ids: [tides] }), await aCourse(operator)];
  const [before, untouched] = [await read(operator, filed), await read(operator, other)];
  const dry = await operator.delete(`/course_categories/${tides}?reassign_to=${sea}&dry_run=true`);
  assert.deepEqual(dry.json<{ would: { delete: Json } }>().would.delete, {
    id: tides,
    reassigned_course_ids: [filed.id],
  });
  assert.deepEqual(await read(operator, filed), before);

  assert.equal((await operator.delete(`/course_categories/${tides}?reassign_to=${sea}`)).statusCode, 204);
  const after = await read(operator, filed);
  assert.deepEqual(after.category_ids, [sea]);
  assert.notEqual(after.updated_at, before.updated_at);
  assert.deepEqual(await read(operator, other), untouched);
  const emitted = (await outboxOf(operator.site)).filter(({ type }) => type === "course.updated");
  assert.deepEqual(
    emitted.map(({ objectId }) => objectId),
    [filed.id],
  );
  await assertDenormalized(operator, [sea, tides], []);
});

void test("Concurrent changes of a course and its category are both kept", async () => {
  const operator = await anOperator(scopes);
  for (let round = 0; round < 5; round++) {
    const [from, to] = [await aCategory(operator, `From ${round}`), await aCategory(operator, `To ${round}`)];
    const [leaving, staying] = [
      await aLecturer(operator, { name: `Leaving ${round}` }),
      await aLecturer(operator, { name: `Staying ${round}` }),
    ];
    const courses = await Promise.all(
      Array.from({ length: 6 }, () => aCourse(operator, { category_ids: [from], lecturer_ids: [leaving] })),
    );
    const answers = await Promise.all([
      operator.delete(`/course_categories/${from}?reassign_to=${to}`),
      operator.delete(`/lecturers/${leaving}?reassign_to=${staying}`),
      ...courses.map(({ id }, index) =>
        operator.patch(`/courses/${id}`, index % 2 === 0 ? { lecturer_ids: [staying] } : { category_ids: [to] }),
      ),
    ]);
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [204, 204, ...courses.map(() => 200)],
    );
    await assertDenormalized(operator, [from, to], [leaving, staying]);
    for (const course of courses) {
      const { category_ids, lecturer_ids } = await read(operator, course);
      assert.deepEqual([category_ids, lecturer_ids], [[to], [staying]]);
    }
  }
});

void test("A course cannot get a category or lecturer that is concurrently deleted", async () => {
  const operator = await anOperator(scopes);
  for (let round = 0; round < 10; round++) {
    const [from, to] = [await aCategory(operator, `From ${round}`), await aCategory(operator, `To ${round}`)];
    const [leaving, staying] = [
      await aLecturer(operator, { name: `Leaving ${round}` }),
      await aLecturer(operator, { name: `Staying ${round}` }),
    ];
    const courses = await Promise.all(Array.from({ length: 6 }, () => aCourse(operator)));
    const [category, lecturer, ...answers] = await Promise.all([
      operator.delete(`/course_categories/${from}?reassign_to=${to}`),
      operator.delete(`/lecturers/${leaving}?reassign_to=${staying}`),
      ...courses.map(({ id }, index) =>
        operator.patch(`/courses/${id}`, index % 2 === 0 ? { category_ids: [from] } : { lecturer_ids: [leaving] }),
      ),
      operator.post("/course_categories", { name: `Below ${round}`, parent_id: from }),
    ]);
    assert.deepEqual([category.statusCode, lecturer.statusCode], [204, 204]);
    for (const [index, course] of courses.entries()) {
      const { category_ids, lecturer_ids } = await read(operator, course);
      const isChanged = answers[index]!.statusCode === 200;
      if (!isChanged) assertStatus(answers[index]!, 422);
      const got = index % 2 === 0 ? [[to], []] : [[], [staying]];
      assert.deepEqual([category_ids, lecturer_ids], isChanged ? got : [[], []]);
    }
    const below = answers.at(-1)!;
    if (below.statusCode === 201) {
      const { id } = below.json<{ id: string }>();
      const { data } = (await operator.get("/course_categories?limit=200")).json<{ data: Json[] }>();
      assert.equal(data.find((row) => row["id"] === id)!["parent_id"], to);
    } else assertStatus(below, 422);
  }
});

void test("A deleted course does not prevent deleting its category or lecturer", async () => {
  const operator = await anOperator(scopes);
  const [sea, ana] = [await aCategory(operator, "Sea"), await aLecturer(operator, { name: "Ana" })];
  const course = await aCourse(operator, { category_ids: [sea], lecturer_ids: [ana] });
  for (const path of [`/course_categories/${sea}`, `/lecturers/${ana}`]) {
    const refused = await operator.delete(path);
    assert.deepEqual([refused.statusCode, refused.json<Json>()["code"]], [409, "has_dependents"]);
  }
  assert.equal((await operator.delete(`/courses/${course.id}`)).statusCode, 204);
  assert.equal((await operator.delete(`/course_categories/${sea}`)).statusCode, 204);
  assert.equal((await operator.delete(`/lecturers/${ana}`)).statusCode, 204);
});

void test("An erased person no longer appears in any course", async () => {
  const operator = await anOperator(`${scopes} members:read members:write`);
  const { member } = await operatorOf(operator.site, scopes, { roles: ["lecturer"] });
  const [gone, kept] = [
    await aLecturer(operator, { name: "Gone", member_id: member.sub }),
    await aLecturer(operator, { name: "Kept" }),
  ];
  const course = await aCourse(operator, { lecturer_ids: [gone, kept] });
  const erased = await operator.post(`/members/${member.sub}/erase`, { confirm_email: member.email, reason: "asked" });
  assertStatus(erased, 202);
  await runJobsOf(operator.site, { mail: postbox });
  const after = await read(operator, course);
  assert.deepEqual(after.lecturer_ids, [kept]);
  await assertDenormalized(operator, [], [gone, kept]);
});
