import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { anOperator, operatorOf, type Operator, problemOf } from "../support/operator.ts";
import { aCourse, letTeach } from "../support/taught-course.ts";

const scopes = "students:read students:write courses:read courses:write";

interface AGroup {
  id: string;
  name: string;
  course_ids: string[];
  student_count: number;
}

const aGroup = async (operator: Operator, fields: object = {}): Promise<AGroup> => {
  const made = await operator.post("/groups", { name: "Spring", ...fields });
  assertStatus(made, 201);
  return made.json<AGroup>();
};

const aStudent = async (operator: Operator): Promise<string> =>
  (await operator.post("/students", { email: `stu-${newId()}@example.test` })).json<{ student: { id: string } }>()
    .student.id;

void test("A group is created, read, changed, found and deleted", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const fields = { course_ids: [course, course], starts_at: "2026-03-01T00:00:00Z", ends_at: "2026-06-01T00:00:00Z" };
  const group = await aGroup(operator, { ...fields, external_id: "sis/g1", metadata: { room: "3" } });
  assert.deepEqual([group.course_ids, group.student_count], [[course], 0]);
  assert.deepEqual((await operator.get(`/groups/${group.id}`)).json(), group);
  const other = await aGroup(operator, { name: "Autumn" });
  const idsOf = async (query: string) =>
    (await operator.get(`/groups${query}`)).json<{ data: AGroup[] }>().data.map(({ id }) => id);
  assert.deepEqual(await idsOf(`?course_id=${course}`), [group.id]);
  assert.deepEqual(await idsOf("?q=autu"), [other.id]);
  assert.deepEqual(await idsOf("?sort=name"), [other.id, group.id]);
  const changed = await operator.patch(`/groups/${group.id}`, { name: "Summer", course_ids: [] });
  assert.deepEqual([changed.json<AGroup>().name, changed.json<AGroup>().course_ids], ["Summer", []]);
  assert.deepEqual(await idsOf("?q=summer"), [group.id]);
  const refusals: [object, string][] = [
    [{ ends_at: "2026-02-01T00:00:00Z" }, "validation_failed"],
    [{ course_ids: ["crs_00000000000000000000000000"] }, "validation_failed"],
    [{ external_id: "sis/g1" }, "already_exists"],
  ];
  for (const [changes, code] of refusals) {
    const id = "external_id" in changes ? other.id : group.id;
    assert.equal(problemOf(await operator.patch(`/groups/${id}`, changes)).code, code);
  }
  assert.equal((await operator.delete(`/groups/${group.id}`)).statusCode, 204);
  assert.equal((await operator.get(`/groups/${group.id}`)).statusCode, 404);
});

void test("Students join and leave a group, are counted, and changes are emitted as events", async () => {
  const operator = await anOperator(scopes);
  const group = await aGroup(operator);
  const [ana, ben] = [await aStudent(operator), await aStudent(operator)];
  const path = `/groups/${group.id}/students`;
  const added = await operator.post(path, { student_ids: [ana, ben, ana] });
  assertStatus(added, 200);
  assert.deepEqual(
    [added.json<{ added: number }>().added, added.json<{ group: AGroup }>().group.student_count],
    [2, 2],
  );
  assert.equal((await operator.post(path, { student_ids: [ana] })).json<{ added: number }>().added, 0);
  const listed = (await operator.get(`${path}?sort=created_at`)).json<{ data: { id: string }[] }>().data;
  assert.deepEqual(
    listed.map(({ id }) => id),
    [ana, ben],
  );
  const rejected = await operator.post(path, { student_ids: [ana, operator.member.sub] });
  assert.deepEqual([rejected.statusCode, problemOf(rejected).pointers], [422, ["/student_ids/1"]]);
  assert.equal((await operator.delete(`${path}/${ana}`)).statusCode, 204);
  assert.equal((await operator.delete(`${path}/${ana}`)).statusCode, 404);
  assert.equal((await operator.get(`/groups/${group.id}`)).json<AGroup>().student_count, 1);
  const emitted = (await outboxOf(operator.site)).filter(({ type }) => type === "group.updated");
  assert.deepEqual([emitted.length, emitted[0]!.objectId], [3, group.id]);
  const crowd = Array.from({ length: 1001 }, () => ana);
  assert.equal(problemOf(await operator.post(path, { student_ids: crowd })).code, "too_many_rows");
});

void test("A lecturer has access only to the groups of their courses", async () => {
  const operator = await anOperator(scopes);
  const lecturer = await operatorOf(operator.site, scopes, { roles: ["lecturer"] });
  const [own, foreign] = [await aCourse(operator, "Own"), await aCourse(operator, "Foreign")];
  await letTeach(lecturer, own);
  const [mine, theirs] = [
    await aGroup(operator, { course_ids: [own, foreign] }),
    await aGroup(operator, { course_ids: [foreign] }),
  ];
  const listed = (await lecturer.get("/groups")).json<{ data: AGroup[] }>().data.map(({ id }) => id);
  assert.deepEqual(listed, [mine.id]);
  assert.equal((await lecturer.get(`/groups/${theirs.id}`)).statusCode, 404);
  assert.equal((await lecturer.patch(`/groups/${theirs.id}`, { name: "X" })).statusCode, 404);
  assert.equal((await lecturer.delete(`/groups/${theirs.id}`)).statusCode, 404);
  assert.equal((await lecturer.patch(`/groups/${mine.id}`, { course_ids: [own, foreign] })).statusCode, 200);
  for (const course_ids of [[foreign], []]) {
    const refused = await lecturer.post("/groups", { name: "X", course_ids });
    assert.deepEqual([refused.statusCode, problemOf(refused).code], [422, "validation_failed"]);
  }
  const student = await aStudent(operator);
  const stranger = await lecturer.post(`/groups/${mine.id}/students`, { student_ids: [student] });
  assert.deepEqual(problemOf(stranger).pointers, ["/student_ids/0"]);
});

void test("A deleted course is no longer among the courses of a group", async () => {
  const operator = await anOperator(scopes);
  const [kept, gone] = [await aCourse(operator), await aCourse(operator)];
  const group = await aGroup(operator, { course_ids: [kept, gone] });
  assert.equal((await operator.delete(`/courses/${gone}`)).statusCode, 204);
  assert.deepEqual((await operator.get(`/groups/${group.id}`)).json<AGroup>().course_ids, [kept]);
});
