import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { importOulad } from "../../../bench/oulad/import/import-oulad.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { folderOf } from "../../domain/imports/fixtures/folder.ts";
import { aSmallSet, freshNumbers } from "../../domain/imports/fixtures/oulad.ts";
import { database } from "../../support/databases/database.ts";
import { anOperator, problemOf } from "../support/operator.ts";

interface Listed {
  id: string;
  external_id: string | null;
}

/** A site with the small data set, and a caller who may read all of it. */
async function anImport(t: TestContext) {
  const operator = await anOperator("courses:read curriculum:read curriculum:write students:read students:write");
  const { site } = operator.site;
  const s = freshNumbers();
  const context = { db: database, site, caller: { kind: "cli" } as const, now: new Date() };
  await importOulad({ ...context, requestId: null, address: null }, folderOf(t, aSmallSet(s)));
  async function list<Row = Listed>(path: string): Promise<Row[]> {
    const response = await operator.get(path);
    assertStatus(response, 200);
    return response.json<{ data: Row[] }>().data;
  }
  const idOf = async (path: string, externalId: string) =>
    (await list(path)).find(({ external_id }) => external_id === externalId)!.id;
  const course = await idOf("/courses", "oulad/AAA/2013B");
  const studentOf = (number: number) => idOf("/students", `oulad/${s + number}`);
  const enrollmentOf = (number: number) => idOf("/enrollments", `oulad/AAA/2013B/${s + number}`);
  return { operator, list, s, course, studentOf, enrollmentOf };
}

interface Attempt extends Listed {
  lecture_id: string;
  score_percent: number;
  passed: boolean;
}

void test("Imported quiz attempts are listed by course, student and outcome", async (t) => {
  const { operator, list, course, studentOf } = await anImport(t);
  const attempts = await list<Attempt>(`/quiz_attempts?course_id=${course}`);
  assert.deepEqual(
    new Set(attempts.map(({ score_percent, passed }) => `${score_percent} ${passed}`)),
    new Set(["39 false", "40 true"]),
  );
  const failed = await list<Attempt>(`/quiz_attempts?passed=false&student_id=${await studentOf(1)}`);
  assert.deepEqual(
    failed.map(({ score_percent }) => score_percent),
    [39],
  );
  assert.deepEqual(await list(`/quiz_attempts?passed=true&student_id=${await studentOf(1)}`), []);
  const whole = await operator.get(`/quiz_attempts/${failed[0]!.id}`);
  assert.equal(whole.json<{ answers: { points: number }[] }>().answers[0]!.points, 39);
  const regraded = await operator.post(`/quiz_attempts/${failed[0]!.id}/regrade`);
  assert.deepEqual(
    [regraded.statusCode, problemOf(regraded).code],
    [409, "invalid_state"],
    "its score is the only data",
  );
});

interface Submitted extends Listed {
  status: string;
  score: number | null;
  days_late: number;
}

void test("Imported work is listed as submissions, including ungraded ones", async (t) => {
  const { list, course, studentOf } = await anImport(t);
  const submissions = await list<Submitted>(`/submissions?course_id=${course}&sort=submitted_at`);
  assert.deepEqual(
    submissions.map(({ status, score, days_late }) => [status, score, days_late]),
    [
      ["submitted", null, 0],
      ["graded", 80, 0],
      ["graded", 40, 1],
    ],
  );
  const open = await list<Submitted & { student_id: string }>("/submissions?status=submitted");
  assert.deepEqual(
    open.map(({ student_id }) => student_id),
    [await studentOf(3)],
  );
});

interface Progress {
  completed_lectures: number;
  total_lectures: number;
  percent: number;
}

void test("An imported enrollment has the progress of its lectures in every response", async (t) => {
  const { operator, list, enrollmentOf } = await anImport(t);
  // The exam and the assignment with a weight are required. Materials and the quiz with the weight 0 are not.
  const expected = { completed_lectures: 1, total_lectures: 2, percent: 50 };
  const id = await enrollmentOf(1);
  const { progress } = (await operator.get(`/enrollments/${id}`)).json<{ progress: Progress }>();
  const { completed_lectures, total_lectures, percent } = progress;
  assert.deepEqual({ completed_lectures, total_lectures, percent }, expected);
  const tree = (await operator.get(`/enrollments/${id}/progress`)).json<Progress>();
  assert.equal(tree.completed_lectures, 1);
  assert.equal(tree.percent, 50);
  assert.equal((await list(`/lecture_progress?enrollment_id=${id}&completed=true`)).length, 2);
  assert.equal((await list(`/lecture_progress?enrollment_id=${id}`)).length, 3);
});

void test("Enrollments and students can be filtered by progress", async (t) => {
  const { list, s, course } = await anImport(t);
  const found = async (path: string) => new Set((await list(path)).map(({ external_id }) => external_id));
  const enrollment = (run: string, number: number) => `oulad/AAA/${run}/${s + number}`;
  const student = (number: number) => `oulad/${s + number}`;
  // One of two required lectures each, in the other course all and none.
  const half = [1, 2, 3].map((number) => enrollment("2013B", number));
  const whole = enrollment("2013J", 1);
  assert.deepEqual(await found("/enrollments?progress_percent[gte]=50"), new Set([...half, whole]));
  assert.deepEqual(await found("/enrollments?progress_percent[gt]=50"), new Set([whole]));
  assert.deepEqual(await found("/enrollments?progress_percent[gte]=30&progress_percent[lt]=60"), new Set(half));
  assert.deepEqual(await found("/enrollments?progress_percent[lte]=0"), new Set([enrollment("2013J", 4)]));
  assert.deepEqual(await found("/students?progress_percent[gt]=50"), new Set([student(1)]));
  // The third student has withdrawn.
  const halfway = new Set([student(1), student(2)]);
  assert.deepEqual(await found(`/students?progress_percent[gte]=50&course_id=${course}`), halfway);
  assert.deepEqual(await found(`/students?progress_percent[lt]=20&course_id=${course}`), new Set());
});

void test("The curriculum of an imported course can be sent back as read", async (t) => {
  const { operator, course } = await anImport(t);
  const read = await operator.get(`/courses/${course}/curriculum`);
  assertStatus(read, 200);
  const { sections } = read.json<{ sections: object[] }>();
  const etag = String(read.headers["etag"]);
  const sent = await operator.put(`/courses/${course}/curriculum`, { sections }, { "if-match": etag });
  assert.equal(sent.statusCode, 200, JSON.stringify(problemOf(sent)));
});
