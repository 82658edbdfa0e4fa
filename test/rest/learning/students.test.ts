import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, parseId } from "#domain/platform/ids.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { now } from "../../support/clock.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { anOperator, operatorOf, type Operator, problemOf } from "../support/operator.ts";
import { aCourse, letTeach } from "../support/taught-course.ts";

const scopes = "students:read students:write courses:read courses:write members:read members:write";
const anEmail = () => `stu-${newId()}@example.test`;

interface AStudent {
  id: string;
  email: string;
  name: string | null;
  status: string;
  tags: string[];
  group_ids: string[];
  enrollment_count: number;
  completed_count: number;
}

const aStudent = async (operator: Operator, fields: object = {}): Promise<AStudent> => {
  const made = await operator.post("/students", { email: anEmail(), ...fields });
  assertStatus(made, 201);
  return made.json<{ student: AStudent }>().student;
};

const enrolled = ({ site }: Operator, student: string, course: string, enrolledAt = now(), completedAt?: Date) =>
  insertEnrollment(
    { db: database, site: site.site },
    {
      id: newId(),
      studentId: parseId("member", student)!,
      courseId: parseId("course", course)!,
      startsAt: enrolledAt,
      enrolledAt,
      ...(completedAt && { completedAt, status: "completed" as const }),
    },
    now(),
  );

const idsOf = async (operator: Operator, query: string) =>
  (await operator.get(`/students${query}`)).json<{ data: AStudent[] }>().data.map(({ id }) => id);

void test("A student is created once per address, and is the same person as the member", async () => {
  const operator = await anOperator(scopes);
  const email = anEmail();
  const made = await operator.post("/students", {
    email,
    name: "Lee",
    phone: "+44 20 7946 0000",
    external_id: "sis/1",
  });
  assertStatus(made, 201);
  const { student, created } = made.json<{ student: AStudent; created: boolean }>();
  assert.deepEqual([created, student.name, student.status, student.enrollment_count], [true, "Lee", "invited", 0]);
  assert.ok(!("roles" in student) && !("marketing_consent" in student));
  const again = await operator.post("/students", { email: email.toUpperCase(), name: "Other" });
  assertStatus(again, 200);
  assert.deepEqual(again.json<{ student: AStudent }>(), { student, created: false });
  const member = (await operator.get(`/members/${student.id}`)).json<{ roles: string[]; email: string }>();
  assert.deepEqual([member.roles, member.email], [["student"], email]);
  const read = await operator.get(`/students/${student.id}`);
  assert.deepEqual(read.json(), student);
});

void test("A member of the staff can also be a student", async () => {
  const operator = await anOperator(scopes);
  const manager = await operator.site.member({ roles: ["manager"] });
  assert.equal((await operator.get(`/students/${manager.sub}`)).statusCode, 404);
  const made = await operator.post("/students", { email: manager.email });
  assert.deepEqual([made.statusCode, made.json<{ created: boolean }>().created], [200, false]);
  const { roles } = (await operator.get(`/members/${manager.sub}`)).json<{ roles: string[] }>();
  assert.deepEqual(roles, ["manager", "student"]);
  const emitted = (await outboxOf(operator.site)).filter(({ objectId }) => objectId === manager.sub);
  assert.deepEqual(
    emitted.map(({ type }) => type),
    ["member.roles_changed", "student.created"],
  );
});

void test("A student's profile can be changed; the address and roles cannot", async () => {
  const operator = await anOperator("students:read students:write");
  const { id } = await aStudent(operator);
  const changed = await operator.patch(`/students/${id}`, { name: "Lee K.", tags: ["evening"], locale: "zh-TW" });
  assertStatus(changed, 200);
  assert.deepEqual([changed.json<AStudent>().name, changed.json<AStudent>().tags], ["Lee K.", ["evening"]]);
  const refused = async (fields: object) => problemOf(await operator.patch(`/students/${id}`, fields)).code;
  assert.equal(await refused({ email: anEmail() }), "read_only");
  assert.equal(await refused({ roles: ["owner"] }), "unknown_field");
  assert.equal((await operator.get(`/members/${id}`)).statusCode, 403);
});

void test("Students can be filtered by course, enrollment time, tag, group and text, and have counts", async () => {
  const operator = await anOperator(scopes);
  const [knots, stars] = [await aCourse(operator, "Knots"), await aCourse(operator, "Stars")];
  const ana = await aStudent(operator, { name: "Ana", tags: ["evening"] });
  const ben = await aStudent(operator, { name: "Ben" });
  const cid = await aStudent(operator, { name: "Cid" });
  const early = new Date("2025-01-01T00:00:00Z");
  await enrolled(operator, ana.id, knots, early, early);
  await enrolled(operator, ana.id, stars);
  await enrolled(operator, ben.id, stars, early);
  const group = (await operator.post("/groups", { name: "Spring" })).json<{ id: string }>();
  await operator.post(`/groups/${group.id}/students`, { student_ids: [cid.id] });
  const expectations: [string, string[]][] = [
    [`?course_id=${knots}`, [ana.id]],
    [`?course_id=${knots},${stars}&sort=name`, [ana.id, ben.id]],
    [`?course_id=${stars}&enrolled_at[lt]=2025-06-01T00:00:00Z`, [ben.id]],
    ["?enrolled_at[lt]=2025-06-01T00:00:00Z&sort=name", [ana.id, ben.id]],
    ["?tag=evening", [ana.id]],
    [`?group_id=${group.id}`, [cid.id]],
    // Matches a name, with a letter that generated addresses do not contain.
    ["?q=ben", [ben.id]],
    [`?email=${ben.email}`, [ben.id]],
    ["?status=invited&sort=-name", [cid.id, ben.id, ana.id]],
    ["?last_active_at[is]=null&sort=name", [ana.id, ben.id, cid.id]],
    ["?sort=last_active_at", [ana.id, ben.id, cid.id]],
  ];
  for (const [query, ids] of expectations) assert.deepEqual(await idsOf(operator, query), ids, query);
  const read = (await operator.get(`/students/${ana.id}`)).json<AStudent>();
  assert.deepEqual([read.enrollment_count, read.completed_count], [2, 1]);
  assert.deepEqual((await operator.get(`/students/${cid.id}`)).json<AStudent>().group_ids, [group.id]);
  // A cursor is bound to its request.
  const page = (await operator.get(`/students?course_id=${stars}&limit=1`)).json<{ page: { next_cursor: string } }>();
  const { next_cursor: cursor } = page.page;
  assert.equal((await operator.get(`/students?course_id=${knots}&limit=1&cursor=${cursor}`)).statusCode, 400);
  assert.deepEqual(await idsOf(operator, `?course_id=${stars}&limit=1&cursor=${cursor}`), [ana.id]);
});

void test("A lecturer sees and changes only their own students, and creates new students only", async () => {
  const operator = await anOperator(scopes);
  const lecturer = await operatorOf(operator.site, "students:read students:write", { roles: ["lecturer"] });
  const course = await aCourse(operator, "Knots");
  await letTeach(lecturer, course);
  const [own, other] = [await aStudent(operator), await aStudent(operator)];
  await enrolled(operator, own.id, course);
  assert.deepEqual(await idsOf(lecturer, ""), [own.id]);
  assert.equal((await lecturer.get(`/students/${own.id}`)).statusCode, 200);
  assert.equal((await lecturer.get(`/students/${other.id}`)).statusCode, 404);
  assert.equal((await lecturer.patch(`/students/${own.id}`, { name: "X" })).statusCode, 200);
  assert.equal((await lecturer.patch(`/students/${other.id}`, { name: "X" })).statusCode, 404);
  assert.equal((await lecturer.post("/students", { email: anEmail() })).statusCode, 201);
  const known = await lecturer.post("/students", { email: other.email });
  assert.deepEqual([known.statusCode, problemOf(known).code], [409, "already_member"]);
  assert.ok(!known.body.includes(other.id));

  // A lecturer cannot rename a student who also manages the school.
  const owner = await operator.site.member({ roles: ["owner", "student"] });
  await enrolled(operator, owner.sub, course);
  const above = await lecturer.patch(`/students/${owner.sub}`, { name: "X" });
  assert.deepEqual([above.statusCode, problemOf(above).code], [403, "role_escalation"]);
});

void test("Many students are created in one request, individually per row", async () => {
  const operator = await anOperator(scopes);
  const known = await aStudent(operator);
  const rows = [{ email: anEmail(), name: "A" }, { email: known.email }, { email: "nonsense" }];
  const done = await operator.post("/students/bulk", { operations: rows.map((data) => ({ op: "create", data })) });
  const { results } = done.json<{ results: { status: string; id: string | null }[] }>();
  assert.deepEqual(
    results.map(({ status }) => status),
    ["created", "unchanged", "failed"],
  );
  assert.equal(results[1]!.id, known.id);
  const tooMany = Array.from({ length: 501 }, () => ({ op: "create", data: {} }));
  assert.equal(problemOf(await operator.post("/students/bulk", { operations: tooMany })).code, "too_many_rows");
});
