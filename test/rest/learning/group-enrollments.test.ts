import assert from "node:assert/strict";
import { test } from "node:test";
import { enrollGroupStudents } from "#domain/learning/groups/jobs/enroll-group-students.ts";
import { newId, parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { queuedJobs } from "../../support/processes/queued-jobs.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { postbox } from "../../support/world.ts";
import { anOperator, operatorOf, type Operator } from "../support/operator.ts";
import { aCourse, letTeach } from "../support/taught-course.ts";

const scopes = "students:read students:write courses:read courses:write";

interface Joined {
  added: number;
  enrolled: number;
  pending: boolean;
  skipped_course_ids: string[];
}

interface Enrollment {
  id: string;
  student_id: string;
  course_id: string;
  source: string;
  source_id: string | null;
  status: string;
}

async function aGroup(operator: Operator, courseIds: readonly string[]): Promise<string> {
  const created = await operator.post("/groups", { name: "Spring", course_ids: courseIds });
  assertStatus(created, 201);
  return created.json<{ id: string }>().id;
}

const aStudent = async (operator: Operator): Promise<string> =>
  (await operator.post("/students", { email: `stu-${newId()}@example.test` })).json<{ student: { id: string } }>()
    .student.id;

async function join(operator: Operator, group: string, studentIds: readonly string[], more = {}): Promise<Joined> {
  const response = await operator.post(`/groups/${group}/students`, { student_ids: studentIds, ...more });
  assertStatus(response, 200);
  return response.json<Joined>();
}

async function enrollmentsOf(operator: Operator, student: string): Promise<Enrollment[]> {
  const response = await operator.get(`/enrollments?student_id=${student}&sort=enrolled_at`);
  assertStatus(response, 200);
  return response.json<{ data: Enrollment[] }>().data;
}

const coursesOf = async (operator: Operator, student: string): Promise<string[]> =>
  (await enrollmentsOf(operator, student)).map((enrollment) => enrollment.course_id).toSorted();

async function setCourses(operator: Operator, group: string, courseIds: readonly string[]): Promise<void> {
  assertStatus(await operator.patch(`/groups/${group}`, { course_ids: courseIds }), 200);
}

void test("A student who joins a group is enrolled in its courses, by the group, and told of it once", async () => {
  const operator = await anOperator(scopes);
  const courses = [await aCourse(operator, "Knots"), await aCourse(operator, "Stars")].toSorted();
  const group = await aGroup(operator, courses);
  const ana = await aStudent(operator);
  const joined = await join(operator, group, [ana]);
  assert.deepEqual([joined.added, joined.enrolled, joined.pending, joined.skipped_course_ids], [1, 2, false, []]);
  const enrollments = await enrollmentsOf(operator, ana);
  assert.deepEqual(
    enrollments.map(({ source, source_id, status }) => [source, source_id, status]),
    [
      ["group", group, "active"],
      ["group", group, "active"],
    ],
  );
  assert.equal((await join(operator, group, [ana])).enrolled, 0);
  const emitted = (await outboxOf(operator.site)).filter(({ type }) => type === "enrollment.created");
  assert.equal(emitted.length, 2);
  const notified = await database.many`
    select id from notifications where site_id = ${operator.site.site.id} and cause like 'enrolled%'`;
  assert.equal(notified.length, 2);
});

void test("A course that is added later enrolls the students of the group, and a removed one ends nothing", async () => {
  const operator = await anOperator(scopes);
  const [first, second] = [await aCourse(operator), await aCourse(operator)];
  const group = await aGroup(operator, [first]);
  const [ana, ben] = [await aStudent(operator), await aStudent(operator)];
  await join(operator, group, [ana]);
  await join(operator, group, [ben], { enroll: false });
  assert.deepEqual([await coursesOf(operator, ana), await coursesOf(operator, ben)], [[first], []]);
  await setCourses(operator, group, [first, second]);
  const both = [first, second].toSorted();
  assert.deepEqual([await coursesOf(operator, ana), await coursesOf(operator, ben)], [both, [second]]);
  await setCourses(operator, group, []);
  assertStatus(await operator.delete(`/groups/${group}/students/${ana}`), 204);
  assertStatus(await operator.delete(`/groups/${group}`), 204);
  assert.deepEqual(await coursesOf(operator, ana), both);
  assert.ok((await enrollmentsOf(operator, ana)).every(({ status }) => status === "active"));
});

void test("Joining renews access that has expired, and leaves revoked access and that of others as it is", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const group = await aGroup(operator, [course]);
  const [expired, revoked, member] = [await aStudent(operator), await aStudent(operator), await aStudent(operator)];
  await join(operator, group, [member]);
  const states: [string, string][] = [
    [expired, "expire"],
    [revoked, "revoke"],
    [member, "expire"],
  ];
  for (const [student, act] of states) {
    const row = { course_id: course, student_id: student };
    const { id } = (await operator.post("/enrollments", row)).json<{ id: string }>();
    assertStatus(await operator.post(`/enrollments/${id}/${act}`), 200);
  }
  await later(minute, async () => {
    assert.equal((await join(operator, group, [expired, revoked, member])).enrolled, 1);
  });
  const status = async (student: string) => (await enrollmentsOf(operator, student)).map((one) => one.status);
  assert.deepEqual(
    [await status(expired), await status(revoked), await status(member)],
    [["active"], ["revoked"], ["expired"]],
  );
});

void test("Archived and deleted courses are skipped, and enroll when the request is repeated", async () => {
  const operator = await anOperator(scopes);
  const [open, archived, deleted] = [await aCourse(operator), await aCourse(operator), await aCourse(operator)];
  const group = await aGroup(operator, [open, archived, deleted]);
  assertStatus(await operator.post(`/courses/${archived}/archive`), 200);
  assertStatus(await operator.delete(`/courses/${deleted}`), 204);
  const ana = await aStudent(operator);
  assert.deepEqual((await join(operator, group, [ana])).skipped_course_ids, [archived]);
  assert.deepEqual(await coursesOf(operator, ana), [open]);
  for (const course of [archived, deleted]) assertStatus(await operator.post(`/courses/${course}/restore`), 200);
  assert.deepEqual((await join(operator, group, [ana])).skipped_course_ids, []);
  assert.deepEqual(await coursesOf(operator, ana), [open, archived, deleted].toSorted());
});

void test("Many enrollments are completed by jobs, each once, without those who left meanwhile", async () => {
  const operator = await anOperator(scopes);
  const courses: string[] = [];
  for (let index = 0; index < 25; index++) courses.push(await aCourse(operator, `Course ${index}`));
  const group = await aGroup(operator, courses);
  const rows = Array.from({ length: 170 }, () => ({ op: "create", data: { email: `stu-${newId()}@example.test` } }));
  const created = await operator.post("/students/bulk", { operations: rows });
  assertStatus(created, 200);
  const students = created
    .json<{ results: { id: string }[] }>()
    .results.map(({ id }) => id)
    .toSorted();
  const joined = await join(operator, group, students);
  assert.deepEqual([joined.added, joined.enrolled, joined.pending], [170, 2000, true]);
  const left = students.at(-1)!;
  assertStatus(await operator.delete(`/groups/${group}/students/${left}`), 204);
  const removed = courses.pop()!;
  await setCourses(operator, group, courses);
  const payloads = await queuedJobs("enroll_group", operator.site);
  assert.equal(payloads.length, 1);
  await enrollGroupStudents(database, payloads[0], now(), postbox);
  // A process that died after its commit repeats the job.
  await enrollGroupStudents(database, payloads[0], now(), postbox);
  const next = (await queuedJobs("enroll_group", operator.site)).slice(1);
  for (const payload of next) await enrollGroupStudents(database, payload, now(), postbox);
  const counted = await database.one<{ all: number; removed: number }>`
    select count(*) as all, count(*) filter (where courses.name = 'Course 24') as removed
      from enrollments join courses on courses.site_id = enrollments.site_id and courses.id = enrollments.course_id
     where enrollments.site_id = ${operator.site.site.id} and enrollments.source = 'group'`;
  assert.deepEqual([counted.all, counted.removed], [2000 + 89 * 24, 80], removed);
  assert.deepEqual(await coursesOf(operator, left), []);
  const emitted = (await outboxOf(operator.site)).filter(({ type }) => type === "enrollment.created");
  assert.equal(emitted.length, counted.all);
});

void test("A lecturer enrolls in their own courses only, and a course reveals no members of the group", async () => {
  const operator = await anOperator(scopes);
  const lecturer = await operatorOf(operator.site, scopes, { roles: ["lecturer"] });
  const [own, other, foreign] = [await aCourse(operator), await aCourse(operator), await aCourse(operator)];
  await letTeach(lecturer, own);
  await database.run`
    insert into course_lecturers (site_id, course_id, lecturer_id, position)
    select site_id, ${parseId("course", other)}, lecturer_id, 0 from course_lecturers
     where site_id = ${operator.site.site.id} and course_id = ${parseId("course", own)}`;
  const group = await aGroup(operator, [own, foreign]);
  const [ana, stranger] = [await aStudent(operator), await aStudent(operator)];
  await operator.post("/enrollments", { course_id: own, student_id: ana });
  assert.deepEqual((await join(lecturer, group, [ana])).skipped_course_ids, [foreign]);
  assert.deepEqual(await coursesOf(operator, ana), [own]);
  await join(operator, group, [stranger], { enroll: false });
  await setCourses(lecturer, group, [own, foreign, other]);
  assert.deepEqual(
    [await coursesOf(operator, ana), await coursesOf(operator, stranger)],
    [[own, other].toSorted(), []],
  );
  assert.equal((await lecturer.get(`/students/${stranger}`)).statusCode, 404);
});
