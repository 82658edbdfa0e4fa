import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { anOperator, operatorOf, type Operator, problemOf } from "../support/operator.ts";
import { aCourse, aLecture, aSection, letTeach } from "../support/taught-course.ts";
import { auditOf, outboxOf } from "../../support/worlds/records.ts";

const scopes = "students:read students:write courses:read courses:write curriculum:read curriculum:write";

interface Progress {
  completed_lectures: number;
  total_lectures: number;
  percent: number;
  sections: { title: string; lectures: { lecture_id: string; completed: boolean; position_seconds: number }[] }[];
}

async function aClass(operator: Operator) {
  const course = await aCourse(operator);
  const section = await aSection(operator, course);
  const film = { kind: "video", completion_rule: { kind: "manual" } };
  const [first, second] = [await aLecture(operator, section, film), await aLecture(operator, section, film)];
  const enrolled = await operator.post("/enrollments", { course_id: course, email: `${newId()}@example.test` });
  const { id: enrollment, student_id: student } = enrolled.json<{ id: string; student_id: string }>();
  return { course, section, first: first.id, second: second.id, enrollment, student };
}

const ago = (seconds: number) => new Date(now().getTime() - seconds * 1000).toISOString();
const event = (lecture: string, kind: string, seconds: number, fields: object = {}) => ({
  id: crypto.randomUUID(),
  lecture_id: lecture,
  kind,
  occurred_at: ago(seconds),
  ...fields,
});
const rule = (completion_rule: object) => ({ completion_rule, duration_seconds: 100 });
const progressOf = async (operator: Operator, id: string) =>
  (await operator.get(`/enrollments/${id}/progress`)).json<Progress>();
const outcomes = (response: { json: () => unknown }) =>
  (response.json() as { results: { status: string; error?: { code: string } }[] }).results.map(({ status }) => status);

void test("Progress events are stored once, in any order, and read by section and lecture", async () => {
  const operator = await anOperator(scopes);
  const { course, first, second, enrollment, student } = await aClass(operator);
  const path = `/enrollments/${enrollment}/progress`;
  const events = [
    event(first, "completed", 10),
    event(first, "position", 60, { position_seconds: 30 }),
    event(second, "opened", 30),
  ];
  const accepted = await operator.post(path, { events });
  assertStatus(accepted, 200);
  assert.deepEqual(outcomes(accepted), ["updated", "updated", "updated"]);
  assert.deepEqual(outcomes(await operator.post(path, { events })), ["unchanged", "unchanged", "unchanged"]);

  const progress = await progressOf(operator, enrollment);
  assert.deepEqual(
    [progress.completed_lectures, progress.total_lectures, progress.percent, progress.sections.length],
    [1, 2, 50, 1],
  );
  assert.deepEqual(
    progress.sections[0]!.lectures.map(({ lecture_id: id, completed }) => [id, completed]),
    [
      [first, true],
      [second, false],
    ],
  );
  const rows = (query: string) => operator.get(`/lecture_progress?${query}`);
  const listed = (await rows(`course_id=${course}&completed=true`)).json<{ data: Record<string, unknown>[] }>().data;
  assert.deepEqual(
    listed.map((row) => [row["lecture_id"], row["enrollment_id"], row["student_id"], row["course_id"]]),
    [[first, enrollment, student, course]],
  );
  for (const query of [`student_id=${student}`, `enrollment_id=${enrollment}`, `lecture_id=${first},${second}`]) {
    assert.equal((await rows(query)).json<{ data: unknown[] }>().data.length, 2, query);
  }
  const { last_active_at: active } = (await operator.get(`/students/${student}`)).json<{ last_active_at: string }>();
  assert.ok(Date.parse(active) >= Date.parse(events[1]!.occurred_at), active);
});

void test("Events of many students are sent in one request, and an invalid one does not affect the others", async () => {
  const operator = await anOperator(scopes);
  const [one, other] = [await aClass(operator), await aClass(operator)];
  const operations = [
    { enrollment_id: one.enrollment, ...event(one.first, "completed", 5) },
    { student_id: other.student, course_id: other.course, ...event(other.second, "completed", 5) },
    { enrollment_id: one.enrollment, ...event(other.first, "completed", 5) },
    { enrollment_id: one.enrollment, student_id: one.student, ...event(one.first, "opened", 5) },
    { enrollment_id: one.enrollment, ...event(one.first, "position", 5) },
    { enrollment_id: "enr_00000000000000000000000000", ...event(one.first, "opened", 5) },
    5,
  ];
  const response = await operator.post("/progress_events/bulk", { operations });
  assertStatus(response, 200);
  assert.deepEqual(outcomes(response), ["updated", "updated", "failed", "failed", "failed", "failed", "failed"]);
  const { results } = response.json<{ results: { error?: { detail: string } }[] }>();
  assert.equal(results[2]!.error?.detail, `There is no lecture ${other.first} in this course.`);
  assert.equal(results.at(-1)!.error?.detail, "Expected an object.");
  assert.equal((await progressOf(operator, other.enrollment)).completed_lectures, 1);
  const all = await operator.post("/progress_events/bulk", { operations, atomic: true });
  assert.deepEqual(
    [all.statusCode, problemOf(all).code, problemOf(all).pointers?.[0]],
    [422, "validation_failed", "/operations/2/lecture_id"],
  );
  const many = Array.from({ length: 1001 }, () => operations[0]!);
  const refused = await operator.post("/progress_events/bulk", { operations: many });
  assert.deepEqual([refused.statusCode, problemOf(refused).code], [413, "too_many_rows"]);
});

void test("A course that a report completes reports that once", async () => {
  const operator = await anOperator(scopes);
  const { course, first, second, enrollment } = await aClass(operator);
  const events = [event(first, "completed", 9), event(second, "completed", 8), event(second, "completed", 7)];
  await operator.post(`/enrollments/${enrollment}/progress`, { events });
  const { status } = (await operator.get(`/enrollments/${enrollment}`)).json<{ status: string }>();
  assert.equal(status, "completed");
  const types = (await outboxOf(operator.site)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === "enrollment.completed").length, 1, course);
});

void test("Progress is reset in some lectures, or in all", async () => {
  const operator = await anOperator(scopes);
  const { first, second, enrollment } = await aClass(operator);
  const events = [event(first, "completed", 9), event(second, "opened", 8)];
  await operator.post(`/enrollments/${enrollment}/progress`, { events });
  const reset = (body: object) => operator.post(`/enrollments/${enrollment}/reset_progress`, body);
  assert.deepEqual((await reset({ lecture_ids: [first] })).json<{ lecture_ids: string[] }>().lecture_ids, [first]);
  assert.equal((await progressOf(operator, enrollment)).completed_lectures, 0);
  assert.deepEqual((await reset({})).json<{ lecture_ids: string[] }>().lecture_ids, [second]);
});

void test("A lecture that was marked as not done is completed again by viewing it again, and by saying so", async () => {
  const operator = await anOperator(scopes);
  const { first, second, enrollment, section } = await aClass(operator);
  await operator.patch(`/lectures/${first}`, rule({ kind: "watch_percent", percent: 90 }));
  const viewed = (await aLecture(operator, section, { kind: "text", ...rule({ kind: "view" }) })).id;
  const isCompletedBy = async (lecture: string, kind: string, secondsAgo: number, position_seconds?: number) => {
    const events = [event(lecture, kind, secondsAgo, position_seconds === undefined ? {} : { position_seconds })];
    assertStatus(await operator.post(`/enrollments/${enrollment}/progress`, { events }), 200);
    const { sections } = await progressOf(operator, enrollment);
    return sections.flatMap(({ lectures }) => lectures).find((one) => one.lecture_id === lecture)!.completed;
  };
  assert.equal(await isCompletedBy(first, "position", 900, 95), true);
  assert.equal(await isCompletedBy(first, "uncompleted", 890), false);
  assert.equal(await isCompletedBy(first, "position", 880, 96), false, "The player went on.");
  assert.equal(await isCompletedBy(first, "position", 870, 5), false);
  assert.equal(await isCompletedBy(first, "position", 860, 95), true, "From the part before.");
  assert.equal(await isCompletedBy(first, "uncompleted", 850), false);
  assert.equal(await isCompletedBy(first, "position", 700, 95), true, "After the time that watching takes.");

  assert.equal(await isCompletedBy(viewed, "opened", 900), true);
  assert.equal(await isCompletedBy(viewed, "uncompleted", 890), false);
  assert.equal(await isCompletedBy(viewed, "position", 880, 1), false);
  assert.equal(await isCompletedBy(viewed, "opened", 870), true);

  assert.equal(await isCompletedBy(second, "completed", 900), true);
  assert.equal(await isCompletedBy(second, "uncompleted", 890), false);
  assert.equal(await isCompletedBy(second, "opened", 880), false);
  assert.equal(await isCompletedBy(second, "completed", 870), true);
});

void test("A lecturer reports and sees the progress of their own courses only", async () => {
  const owner = await anOperator(scopes);
  const [own, foreign] = [await aClass(owner), await aClass(owner)];
  const lecturer = await operatorOf(owner.site, scopes, { roles: ["lecturer"] });
  await letTeach(lecturer, own.course);
  for (const { enrollment, first } of [own, foreign]) {
    await owner.post(`/enrollments/${enrollment}/progress`, { events: [event(first, "opened", 5)] });
  }
  const listed = (await lecturer.get("/lecture_progress")).json<{ data: { course_id: string }[] }>().data;
  assert.deepEqual(
    listed.map(({ course_id: id }) => id),
    [own.course],
  );
  assert.equal((await lecturer.get(`/enrollments/${foreign.enrollment}/progress`)).statusCode, 404);
  const operations = [
    { enrollment_id: foreign.enrollment, ...event(foreign.first, "completed", 4) },
    { student_id: foreign.student, course_id: foreign.course, ...event(foreign.first, "completed", 4) },
  ];
  const accepted = await lecturer.post("/progress_events/bulk", { operations });
  assert.deepEqual(outcomes(accepted), ["failed", "failed"]);
});

void test("Impossible progress is refused unless it is sent with override, which is audited", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  const section = await aSection(operator, course);
  const { id: exam } = await aLecture(operator, section, { kind: "quiz", completion_rule: { kind: "pass_quiz" } });
  const { id: essay } = await aLecture(operator, section, { kind: "assignment", completion_rule: { kind: "submit" } });
  const rule = { kind: "watch_percent", percent: 90 };
  const { id: video } = await aLecture(operator, section, {
    kind: "video",
    completion_rule: rule,
    duration_seconds: 100,
  });
  const enrolled = await operator.post("/enrollments", { course_id: course, email: `${newId()}@example.test` });
  const { id: enrollment } = enrolled.json<{ id: string }>();
  const impossible = (override: object) => [
    event(exam, "completed", 10, override),
    event(essay, "completed", 10, override),
    event(video, "position", 10, { position_seconds: 102, ...override }),
  ];
  const path = `/enrollments/${enrollment}/progress`;
  const refused = await operator.post(path, { events: impossible({}) });
  const results = refused.json<{ results: { error: { errors: { pointer: string; code: string }[] } }[] }>().results;
  assert.deepEqual(
    results.map(({ error }) => [error.errors[0]!.pointer.split("/").at(-1), error.errors[0]!.code]),
    [
      ["kind", "not_allowed"],
      ["kind", "not_allowed"],
      ["position_seconds", "too_large"],
    ],
  );
  const bulk = impossible({}).map((row) => ({ enrollment_id: enrollment, ...row }));
  assert.deepEqual(outcomes(await operator.post("/progress_events/bulk", { operations: bulk })), [
    "failed",
    "failed",
    "failed",
  ]);
  assert.equal((await progressOf(operator, enrollment)).completed_lectures, 0);
  const overridden = await operator.post(path, { events: impossible({ override: true }) });
  assert.deepEqual(outcomes(overridden), ["updated", "updated", "updated"]);
  assert.equal((await progressOf(operator, enrollment)).completed_lectures, 3);
  const inBulk = [...bulk, ...impossible({ override: true }).map((row) => ({ enrollment_id: enrollment, ...row }))];
  assert.deepEqual(outcomes(await operator.post("/progress_events/bulk", { operations: inBulk })).slice(0, 3), [
    "failed",
    "failed",
    "failed",
  ]);
  const refusedOne = { override: true, lecture_id: "lec_06f0000000000000000000000r" };
  await operator.post(path, { events: [event(exam, "completed", 10, refusedOne)] });
  const entries = (await auditOf(operator.site)).filter(({ details }) => details && "overridden" in details);
  const audited = { overridden: 3, lectures: [exam, essay, video], enrollments: [enrollment] };
  assert.deepEqual(
    entries.map(({ action, details }) => {
      const { overridden, lectures, enrollments } = details;
      return [action, { overridden, lectures, enrollments }];
    }),
    [
      ["reportProgress", audited],
      ["bulkProgressEvents", audited],
    ],
  );
});
