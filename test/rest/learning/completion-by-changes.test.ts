import assert from "node:assert/strict";
import { test } from "node:test";
import { checkCompletion } from "#domain/learning/enrollments/jobs/check-progress.ts";
import { completeOfChangedCourse } from "#domain/learning/enrollments/jobs/complete-enrollments.ts";
import { newId, parseId } from "#domain/platform/ids.ts";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { queuedJobs } from "../../support/processes/queued-jobs.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { lockTable } from "../support/at-once.ts";
import { anOperator, type Operator } from "../support/operator.ts";
import { aCourse, aLecture, aSection, type Json, made, treeOf } from "../support/taught-course.ts";

const scopes = "students:read students:write courses:read courses:write curriculum:read curriculum:write school:write";

const open = { status: "published", completion_rule: { kind: "manual" } };

/** A course with two lectures in sections of their own, of which a student has completed the first. Another has none. */
async function aClass() {
  const operator = await anOperator(scopes);
  const { site } = operator.site;
  const course = await aCourse(operator);
  const courseId = parseId("course", course)!;
  await database.run`update courses set certificate_months = 0 where site_id = ${site.id} and id = ${courseId}`;
  const section = await aSection(operator, course, { title: "First", status: "published" });
  const last = await aSection(operator, course, { title: "Last", status: "published" });
  const done = await aLecture(operator, section, { title: "Done", ...open });
  const lacking = await aLecture(operator, last, { title: "Lacking", ...open });
  const enroll = async () => {
    const email = `stu-${newId()}@example.test`;
    return (await made(operator.post("/enrollments", { course_id: course, email }))).id;
  };
  const [enrollment, idle] = [await enroll(), await enroll()];
  await complete(operator, enrollment, done.id);
  await runJobs(operator);
  return { operator, course, first: section, section: last, done, lacking, enrollment, idle };
}

type Class = Awaited<ReturnType<typeof aClass>>;

async function complete(operator: Operator, enrollment: string, lecture_id: string): Promise<void> {
  const events = [{ id: newId(), lecture_id, kind: "completed", occurred_at: now().toISOString() }];
  assertOk(await operator.post(`/enrollments/${enrollment}/progress`, { events }));
}

async function runJobs({ site }: Operator): Promise<void> {
  for (const payload of await queuedJobs("complete_enrollments", site)) {
    await completeOfChangedCourse(database, payload, { now: now(), mail: undefined });
  }
}

const statusOf = async (operator: Operator, enrollment: string) =>
  (await operator.get(`/enrollments/${enrollment}`)).json<{ status: string }>().status;

/** The numbers of completions and certificates, by the events. */
async function countsOf({ operator, enrollment }: Class): Promise<Json> {
  const events = await outboxOf(operator.site);
  const certificates = await operator.get(`/certificates?enrollment_id=${enrollment}`);
  return {
    completed: events.filter(({ type, objectId }) => type === "enrollment.completed" && objectId === enrollment).length,
    issued: events.filter(({ type }) => type === "certificate.issued").length,
    certificates: certificates.json<{ data: unknown[] }>().data.length,
  };
}

const none = { completed: 0, issued: 0, certificates: 0 };
const once = { completed: 1, issued: 1, certificates: 1 };

async function assertCompletedOnce(classroom: Class): Promise<void> {
  const { operator, enrollment, idle } = classroom;
  assert.equal(await statusOf(operator, enrollment), "completed");
  assert.equal(await statusOf(operator, idle), "active");
  assert.deepEqual(await countsOf(classroom), once);
}

const withQuiz = async ({ operator, course, section, lacking }: Class) => {
  assertOk(await operator.patch(`/courses/${course}`, { completion: { require_quizzes: true } }));
  const quiz = await aLecture(operator, section, { ...open, kind: "quiz", required: false });
  assertOk(await operator.patch(`/lectures/${lacking.id}`, { required: false }));
  await runJobs(operator);
  assert.equal((await operator.get(`/lectures/${quiz.id}`)).statusCode, 200);
  return quiz.id;
};

const changes: Record<string, (classroom: Class) => Promise<unknown>> = {
  "a deleted lecture": async ({ operator, lacking }) => assertOk(await operator.delete(`/lectures/${lacking.id}`)),
  "an unpublished lecture": async ({ operator, lacking }) =>
    assertOk(await operator.patch(`/lectures/${lacking.id}`, { status: "draft" })),
  "an optional lecture": async ({ operator, lacking }) =>
    assertOk(await operator.patch(`/lectures/${lacking.id}`, { required: false })),
  "a lecture for other roles": async ({ operator, lacking }) =>
    assertOk(await operator.patch(`/lectures/${lacking.id}`, { min_role: "lecturer" })),
  "lectures that are changed in bulk": async ({ operator, lacking }) =>
    assertOk(await operator.post("/lectures/bulk", { operations: [{ op: "delete", id: lacking.id }] })),
  "a hidden section": async ({ operator, section }) =>
    assertOk(await operator.patch(`/sections/${section.id}`, { status: "draft" })),
  "a deleted section": async ({ operator, section }) =>
    assertOk(await operator.delete(`/sections/${section.id}?cascade=true`)),
  "a lecture that moves to a hidden section": async ({ operator, course, lacking }) => {
    const { id: section_id } = await aSection(operator, course, { title: "Hidden", status: "draft" });
    assertOk(await operator.post(`/lectures/${lacking.id}/move`, { section_id }));
  },
  "a replaced curriculum": async ({ operator, course, lacking }) => {
    const { sections, etag } = await treeOf(operator, course);
    const kept = sections.map((section) => ({
      ...section,
      lectures: section.lectures.filter(({ id }) => id !== lacking.id),
    }));
    assertOk(await operator.put(`/courses/${course}/curriculum`, { sections: kept }, { "if-match": etag }));
  },
  "a lower percentage": async ({ operator, course }) =>
    assertOk(await operator.patch(`/courses/${course}`, { completion: { required_percent: 50 } })),
  "courses that are changed in bulk": async ({ operator, course }) => {
    const data = { completion: { required_percent: 50 } };
    assertOk(await operator.post("/courses/bulk", { operations: [{ op: "update", id: course, data }] }));
  },
  "quizzes that are no longer required": async (classroom) => {
    await withQuiz(classroom);
    assert.deepEqual(await countsOf(classroom), none);
    const { operator, course } = classroom;
    assertOk(await operator.patch(`/courses/${course}`, { completion: { require_quizzes: false } }));
  },
  "a deleted quiz that was required": async (classroom) => {
    const quiz = await withQuiz(classroom);
    assert.deepEqual(await countsOf(classroom), none);
    assertOk(await classroom.operator.delete(`/lectures/${quiz}`));
  },
};

for (const [name, change] of Object.entries(changes)) {
  void test(`An enrollment is completed once by ${name}`, async () => {
    const classroom = await aClass();
    assert.deepEqual(await countsOf(classroom), none);
    await change(classroom);
    await runJobs(classroom.operator);
    await assertCompletedOnce(classroom);
    // Jobs can run again, and content that is added withdraws nothing.
    await aLecture(classroom.operator, classroom.first, open);
    await runJobs(classroom.operator);
    await assertCompletedOnce(classroom);
  });
}

void test("Jobs and reports that complete an enrollment at the same time complete it once", async () => {
  const classroom = await aClass();
  const { operator, course, enrollment, lacking } = classroom;
  assertOk(await operator.patch(`/courses/${course}`, { completion: { required_percent: 50 } }));
  await Promise.all([runJobs(operator), runJobs(operator), complete(operator, enrollment, lacking.id)]);
  await assertCompletedOnce(classroom);
});

void test("A report that counted the lectures before a change completes the enrollment, even if it commits later", async () => {
  const classroom = await aClass();
  const { operator, course, first, enrollment, lacking } = classroom;
  const late = await aLecture(operator, first, open);
  await runJobs(operator);
  const [siteId, courseId] = [operator.site.site.id, parseId("course", course)!];
  const lock = await lockTable(operator, "outbox_events");
  const report = complete(operator, enrollment, late.id);
  await lock.waiting(1);
  await database.run`
    update lectures set required = false where site_id = ${siteId} and id = ${parseId("lecture", lacking.id)}`;
  const job = completeOfChangedCourse(database, { siteId, courseId }, { now: now(), mail: undefined });
  await Promise.race([job, lock.waiting(2)]);
  await lock.release();
  await Promise.all([report, job]);
  await assertCompletedOnce(classroom);
});

void test("Many changes of a course leave one waiting job, and one runs per site", async () => {
  const { operator, lacking } = await aClass();
  for (const required of [false, true, false, true]) {
    assertOk(await operator.patch(`/lectures/${lacking.id}`, { required }));
  }
  for (const task of ["mark_enrollments", "complete_enrollments"]) {
    assert.equal((await queuedJobs(task, operator.site)).length, 1, task);
  }
  const queues = await database.pool.query(
    `select distinct queue_name from graphile_worker.jobs
      where task_identifier in ('mark_enrollments', 'complete_enrollments') and queue_name like '%' || $1`,
    [operator.site.site.id],
  );
  assert.equal(queues.rowCount, 1);
});

void test("A course without lectures that count completes no enrollment", async () => {
  const classroom = await aClass();
  const { operator, done, lacking, enrollment } = classroom;
  assertOk(await operator.delete(`/lectures/${lacking.id}`));
  assertOk(await operator.patch(`/lectures/${done.id}`, { required: false }));
  await runJobs(operator);
  assert.equal(await statusOf(operator, enrollment), "active");
  assert.deepEqual(await countsOf(classroom), none);
});

for (const [closing, opening, data] of [
  ["revoke", "reactivate", {}],
  ["revoke", "extend", { days: 3 }],
  ["expire", "extend", { days: 3 }],
] as const) {
  void test(`An enrollment that met the conditions after ${closing} is completed by ${opening}`, async () => {
    const classroom = await aClass();
    const { operator, enrollment, lacking } = classroom;
    assertOk(await operator.post(`/enrollments/${enrollment}/${closing}`));
    assertOk(await operator.delete(`/lectures/${lacking.id}`));
    await runJobs(operator);
    assert.deepEqual(await countsOf(classroom), none);
    const response = await operator.post(`/enrollments/${enrollment}/${opening}`, data);
    assertOk(response);
    assert.equal(response.json<{ status: string }>().status, "completed");
    await assertCompletedOnce(classroom);
  });
}

void test("Enrollments that an earlier release left open are completed after the update", async () => {
  const classroom = await aClass();
  const { operator, course, lacking, enrollment } = classroom;
  assertOk(await operator.delete(`/lectures/${lacking.id}`));
  assertStatus(await operator.post("/certificates", { enrollment_id: enrollment }), 409);
  const [siteId, courseId] = [operator.site.site.id, parseId("course", course)];
  await database.run`
    update courses set completion_check_at = '-infinity' where site_id = ${siteId} and id = ${courseId}`;
  await checkCompletion(database, { now: now(), mail: undefined });
  await assertCompletedOnce(classroom);
});
