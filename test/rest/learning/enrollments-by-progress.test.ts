import assert from "node:assert/strict";
import { test } from "node:test";
import { checkProgress } from "#domain/learning/enrollments/jobs/check-progress.ts";
import { newId, parseId } from "#domain/platform/ids.ts";
import { assertOk } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { queuedJobs } from "../../support/processes/queued-jobs.ts";
import { anOperator, type Operator } from "../support/operator.ts";
import { aCourse, aLecture, aSection, made } from "../support/taught-course.ts";
import { markEnrollments } from "../../../src/domain/learning/progress/progress-percent.ts";

const scopes = "students:read students:write courses:read courses:write curriculum:read curriculum:write school:write";

interface Listed {
  id: string;
  progress: { percent: number };
  updated_at: string;
}

interface Page {
  data: Listed[];
  page: { next_cursor: string | null };
}

/** A course with seven lectures and six students, of whom four have begun: two with the same progress. */
async function aClass() {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator, "Knots");
  const section = await aSection(operator, course, { status: "published" });
  const lectures: string[] = [];
  for (let index = 0; index < 7; index++) {
    const fields = { status: "published", completion_rule: { kind: "manual" } };
    lectures.push((await aLecture(operator, section, fields)).id);
  }
  const enrollments: string[] = [];
  for (const done of [2, 0, 3, 2, 7, 0]) {
    const email = `stu-${newId()}@example.test`;
    const { id } = await made(operator.post("/enrollments", { course_id: course, email }));
    if (done > 0) await report(operator, id, "completed", lectures.slice(0, done));
    enrollments.push(id);
  }
  return { operator, course, section, lectures, enrollments };
}

const report = async (operator: Operator, enrollment: string, kind: string, lectures: readonly string[]) => {
  const events = lectures.map((lecture_id) => ({ id: newId(), lecture_id, kind, occurred_at: now().toISOString() }));
  assertOk(await operator.post(`/enrollments/${enrollment}/progress`, { events }));
};

async function pagesOf(operator: Operator, query: string): Promise<Listed[]> {
  const rows: Listed[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const after = cursor === "" ? "" : `&cursor=${cursor}`;
    const answer = await operator.get(`/enrollments?limit=2&${query}${after}`);
    assertOk(answer);
    const { data, page } = answer.json<Page>();
    rows.push(...data);
    cursor = page.next_cursor;
  }
  return rows;
}

const percentsOf = (rows: readonly Listed[]) => rows.map(({ progress }) => progress.percent);
const idsOf = (rows: readonly Listed[]) => rows.map(({ id }) => id);

/** Asserts the percentages of both orders, page by page, and that filters by each percentage find the same rows. */
async function assertOrder(operator: Operator, query: string, percents: readonly number[]): Promise<void> {
  const up = await pagesOf(operator, `${query}&sort=progress_percent`);
  assert.deepEqual(percentsOf(up), percents);
  assert.equal(new Set(idsOf(up)).size, percents.length, "each enrollment once");
  const down = await pagesOf(operator, `${query}&sort=-progress_percent`);
  assert.deepEqual(idsOf(down), idsOf(up).toReversed());
  for (const percent of new Set(percents)) {
    const exact = `${query}&progress_percent[gte]=${percent}&progress_percent[lte]=${percent}`;
    const more = `${query}&sort=progress_percent&progress_percent[gt]=${percent}`;
    const less = `${query}&sort=progress_percent&progress_percent[lt]=${percent}`;
    assert.deepEqual(new Set(percentsOf(await pagesOf(operator, exact))), new Set([percent]));
    assert.deepEqual(
      [...percentsOf(await pagesOf(operator, less)), ...percentsOf(await pagesOf(operator, more))],
      percents.filter((other) => other !== percent),
    );
  }
}

/** Reads and changes when the progress of a course is checked. */
function checkOf(operator: Operator, course: string) {
  const key = { siteId: operator.site.site.id, courseId: parseId("course", course)! };
  return {
    checkAt: (at: string | Date | null) =>
      database.run`
        update courses set progress_check_at = ${at} where site_id = ${key.siteId} and id = ${key.courseId}`,
    dueAt: async () => {
      const { at } = await database.one<{ at: Date | null }>`
        select progress_check_at as at from courses where site_id = ${key.siteId} and id = ${key.courseId}`;
      return at;
    },
  };
}

void test("Enrollments are sorted by progress, those that were never started and ties included", async () => {
  const { operator, course, lectures, enrollments } = await aClass();
  await assertOrder(operator, `course_id=${course}`, [0, 0, 28.5, 28.5, 42.8, 100]);
  await assertOrder(operator, "", [0, 0, 28.5, 28.5, 42.8, 100]);
  const inBetween = await pagesOf(
    operator,
    "progress_percent[gt]=28.49&progress_percent[lt]=42.81&sort=progress_percent",
  );
  assert.deepEqual(percentsOf(inBetween), [28.5, 28.5, 42.8]);
  const ties = await pagesOf(operator, "sort=progress_percent,-created_at");
  assert.deepEqual(
    idsOf(ties).map((id) => enrollments.indexOf(id)),
    [5, 1, 3, 0, 2, 4],
  );

  const [first, second, , , last] = enrollments as [string, string, string, string, string];
  await report(operator, second, "completed", lectures.slice(0, 1));
  await report(operator, last, "uncompleted", lectures.slice(0, 4));
  assertOk(await operator.post(`/enrollments/${first}/reset_progress`, { lecture_ids: [lectures[0]] }));
  await assertOrder(operator, `course_id=${course}`, [0, 14.2, 14.2, 28.5, 42.8, 42.8]);
});

void test("The order follows changes of the curriculum, after a job", async () => {
  const { operator, course, section, lectures, enrollments } = await aClass();
  const change = async () => {
    for (const payload of await queuedJobs("mark_enrollments", operator.site)) {
      await markEnrollments(database, payload, now());
    }
  };
  assertOk(await operator.patch(`/lectures/${lectures[0]}`, { required: false }));
  await change();
  await assertOrder(operator, `course_id=${course}`, [0, 0, 16.6, 16.6, 33.3, 100]);
  const added = await aLecture(operator, section, { status: "published", completion_rule: { kind: "manual" } });
  await report(operator, enrollments[1]!, "completed", [added.id]);
  await change();
  await assertOrder(operator, `course_id=${course}`, [0, 14.2, 14.2, 14.2, 28.5, 85.7]);
  assertOk(await operator.patch(`/sections/${section.id}`, { status: "draft" }));
  await change();
  await assertOrder(operator, `course_id=${course}`, [0, 0, 0, 0, 0, 0]);
});

void test("Progress that a process of the previous release recorded is found by the daily check", async () => {
  const { operator, course } = await aClass();
  const { checkAt, dueAt } = checkOf(operator, course);
  const forget = () =>
    database.run`update enrollments set progress_permille = 0 where site_id = ${operator.site.site.id}`;
  const before = new Map((await pagesOf(operator, "")).map(({ id, updated_at: at }) => [id, at]));

  await forget();
  await checkAt("-infinity");
  const at = now();
  await checkProgress(database, at);
  await assertOrder(operator, `course_id=${course}`, [0, 0, 28.5, 28.5, 42.8, 100]);
  assert.deepEqual(await dueAt(), new Date(at.getTime() + day));

  await forget();
  await checkProgress(database, at);
  assert.deepEqual(percentsOf(await pagesOf(operator, "progress_percent[gt]=0")), [], "not due yet");
  await checkAt(at);
  await checkProgress(database, at);
  await assertOrder(operator, `course_id=${course}`, [0, 0, 28.5, 28.5, 42.8, 100]);
  assert.equal(await dueAt(), null);
  const after = new Map((await pagesOf(operator, "")).map(({ id, updated_at: updated }) => [id, updated]));
  assert.deepEqual(after, before, "the check alone updates no enrollment");
});

void test("A course whose check fails is checked a day later, and does not stop the checks of the others", async () => {
  const [failing, other] = [await aClass(), await aClass()];
  const [failed, next] = [failing, other].map(({ operator, course }) => checkOf(operator, course));
  for (const { operator } of [failing, other]) {
    await database.run`update enrollments set progress_permille = 0 where site_id = ${operator.site.site.id}`;
  }
  const at = now();
  // The check finds courses by this time.
  await failed!.checkAt(new Date(at.getTime() - 2));
  await next!.checkAt(new Date(at.getTime() - 1));
  const refused = `check (course_id <> '${parseId("course", failing.course)}') not valid`;
  await database.pool.query(`alter table enrollments add constraint refused ${refused}`);
  try {
    await assert.rejects(
      checkProgress(database, at),
      /^AggregateError: The progress of 1 courses could not be checked/,
    );
    await assertOrder(other.operator, "", [0, 0, 28.5, 28.5, 42.8, 100]);
    assert.equal(await next!.dueAt(), null);
    assert.deepEqual(await failed!.dueAt(), new Date(at.getTime() + day));
  } finally {
    await database.pool.query("alter table enrollments drop constraint refused");
  }
  // A day later, courses of all other tests are due too.
  await failed!.checkAt(at);
  await checkProgress(database, at);
  await assertOrder(failing.operator, "", [0, 0, 28.5, 28.5, 42.8, 100]);
  assert.equal(await failed!.dueAt(), null);
});
