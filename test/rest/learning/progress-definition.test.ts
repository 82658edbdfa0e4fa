import assert from "node:assert/strict";
import { test } from "node:test";
import { operatorOf, type Operator } from "../support/operator.ts";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { readerOf } from "../../member/support/reader.ts";
import { randomFrom } from "../../support/data/random.ts";
import { runRollups } from "../../support/processes/run-rollups.ts";
import { type AMember, aSite } from "../../support/world.ts";
import { aCourse, aLecture, aSection, made } from "../support/taught-course.ts";

interface Lecture {
  id: string;
  counts: boolean;
}

const allScopes =
  "courses:read courses:write curriculum:read curriculum:write students:read students:write analytics:read";

/** A course with required, optional, draft and hidden lectures. Only the required ones that students see count. */
async function aMixedCourse(operator: Operator, random: () => number): Promise<{ id: string; lectures: Lecture[] }> {
  const id = await aCourse(operator);
  const lectures: Lecture[] = [];
  for (const section of [{ status: "published" }, { status: "published" }, { status: "draft" }]) {
    const { id: sectionId } = await aSection(operator, id, section);
    for (let index = 0; index < 4; index++) {
      const isFirst = index === 0;
      const fields = {
        required: isFirst || random() < 0.6,
        status: isFirst || random() < 0.8 ? "published" : "draft",
        ...(!isFirst && random() < 0.2 && { min_role: "lecturer" }),
        completion_rule: { kind: "manual" },
        body_markdown: "Knots",
      };
      const lecture = await aLecture(operator, { id: sectionId }, fields);
      const isVisible = section.status === "published" && fields.status === "published" && !("min_role" in fields);
      lectures.push({ id: lecture.id, counts: fields.required && isVisible });
    }
  }
  await made(operator.patch(`/courses/${id}`, { language: "en", course_type: "free" }));
  assertOk(await operator.post(`/courses/${id}/publish`));
  return { id, lectures };
}

interface Shown {
  completed: number;
  total: number;
  percent?: number;
}

interface Wire {
  completed_lectures: number;
  total_lectures: number;
  percent: number;
}

const shown = ({ completed_lectures: completed, total_lectures: total, percent }: Wire): Shown => ({
  completed,
  total,
  percent,
});

function shownOn({ body }: { body: string }): Shown {
  const [, completed, total] = /(\d+) of (\d+) lectures completed/.exec(body) ?? [];
  return { completed: Number(completed), total: Number(total) };
}

/** The progress of an enrollment in each surface. */
async function surfacesOf(operator: Operator, member: AMember, enrollment: string): Promise<Record<string, Shown>> {
  const single = (await operator.get(`/enrollments/${enrollment}`)).json<{ progress: Wire }>();
  const list = (await operator.get("/enrollments")).json<{ data: { id: string; progress: Wire }[] }>();
  const tree = (await operator.get(`/enrollments/${enrollment}/progress`)).json<Wire & { sections: Wire[] }>();
  const { site } = operator;
  const query = `{ viewer { enrolledCourses(first: 1) { nodes { progress { completedLectures totalLectures percent } } } } }`;
  const { viewer } = await (
    await readerOf(site, member)
  ).read<{ viewer: { enrolledCourses: { nodes: { progress: Record<string, number> }[] } } }>(query);
  const own = viewer.enrolledCourses.nodes[0]!.progress;
  const browser = await site.signedIn(member);
  const page = await browser.open("/learn");
  const courseHref = /href="(\/learn\/[^"]+)"/.exec(page.body)![1]!;
  return {
    "GET /enrollments/{id}": shown(single.progress),
    "GET /enrollments": shown(list.data.find(({ id }) => id === enrollment)!.progress),
    "GET /enrollments/{id}/progress": shown(tree),
    "its sections": {
      completed: tree.sections.reduce((sum, section) => sum + section.completed_lectures, 0),
      total: tree.sections.reduce((sum, section) => sum + section.total_lectures, 0),
    },
    "Member API": {
      completed: own["completedLectures"]!,
      total: own["totalLectures"]!,
      percent: own["percent"]!,
    },
    "/learn": shownOn(page),
    "/learn/{course}": shownOn(await browser.open(courseHref)),
  };
}

void test("All surfaces show the same progress: that of the required lectures which students see", async () => {
  for (const seed of [1, 2]) {
    const random = randomFrom(seed);
    const operator = await operatorOf(await aSite(), allScopes);
    const course = await aMixedCourse(operator, random);
    const counting = course.lectures.filter(({ counts }) => counts);
    const percents: number[] = [];
    for (const share of [0, 0.5, 1]) {
      const member = await operator.site.member({ email: `${crypto.randomUUID()}@example.test` });
      const enrolled = await made(operator.post("/enrollments", { course_id: course.id, student_id: member.sub }));
      const done = course.lectures.filter(({ counts }) => (share === 1 ? counts : random() < share));
      const events = done.map(({ id }) => ({
        id: crypto.randomUUID(),
        lecture_id: id,
        kind: "completed",
        occurred_at: now().toISOString(),
      }));
      if (events.length > 0) assertOk(await operator.post(`/enrollments/${enrolled.id}/progress`, { events }));
      const completed = done.filter(({ counts }) => counts).length;
      const percent = Math.floor((completed * 1000) / counting.length) / 10;
      percents.push(completed / counting.length);
      for (const [surface, shown] of Object.entries(await surfacesOf(operator, member, enrolled.id))) {
        const expected = { completed, total: counting.length, ...("percent" in shown && { percent }) };
        assert.deepEqual(shown, expected, `${surface}, seed ${String(seed)}`);
      }
      const { status } = (await operator.get(`/enrollments/${enrolled.id}`)).json<{ status: string }>();
      assert.equal(status, completed === counting.length ? "completed" : "active");
      const found = await operator.get(
        `/enrollments?progress_percent[gte]=${percent}&progress_percent[lte]=${percent}`,
      );
      assertStatus(found, 200);
      assert.ok(
        found.json<{ data: { id: string }[] }>().data.some(({ id }) => id === enrolled.id),
        `${percent} %`,
      );
    }
    await runRollups(operator.site.site);
    const { data } = (await operator.get("/analytics/courses")).json<{
      data: { average_progress_percent: number }[];
    }>();
    const average = (percents.reduce((sum, each) => sum + each) / percents.length) * 100;
    assert.ok(Math.abs(data[0]!.average_progress_percent - average) < 0.1, `average ${average}`);
  }
});

void test("Any activity of a student is the last activity of the enrollment", async () => {
  const operator = await operatorOf(await aSite(), allScopes);
  const course = await aCourse(operator);
  const { id: lecture } = await aLecture(operator, await aSection(operator, course), { kind: "quiz" });
  const choices = [
    { id: "sun", text: "The sun", correct: true },
    { id: "moon", text: "The moon" },
  ];
  const questions = [{ id: "star", kind: "single", prompt_markdown: "Which is a star?", choices }];
  assertOk(await operator.put(`/lectures/${lecture}/quiz`, { pass_percent: 60, questions, attempts_allowed: 1 }));
  const student = await operator.site.member({ email: `${crypto.randomUUID()}@example.test` });
  const { id } = await made(operator.post("/enrollments", { course_id: course, student_id: student.sub }));
  const attempt = { enrollment_id: id, lecture_id: lecture, answers: [{ question_id: "star", choice_ids: ["moon"] }] };
  const at = new Date(now().getTime() - 3_600_000).toISOString();
  assertStatus(await operator.post("/quiz_attempts", { ...attempt, submitted_at: at }), 201);
  const { progress } = (await operator.get(`/enrollments/${id}`)).json<{ progress: { last_activity_at: string } }>();
  assert.equal(progress.last_activity_at, at);
});

void test("An attempt beyond the allowed number is recorded only with override, which the audit log names", async () => {
  const operator = await operatorOf(await aSite(), `${allScopes} school:read`);
  const course = await aCourse(operator);
  const { id: lecture } = await aLecture(operator, await aSection(operator, course), { kind: "quiz" });
  const choices = [
    { id: "sun", text: "The sun", correct: true },
    { id: "moon", text: "The moon" },
  ];
  const questions = [{ id: "star", kind: "single", prompt_markdown: "Which is a star?", choices }];
  assertOk(await operator.put(`/lectures/${lecture}/quiz`, { pass_percent: 60, questions, attempts_allowed: 1 }));
  const student = await operator.site.member({ email: `${crypto.randomUUID()}@example.test` });
  const { id } = await made(operator.post("/enrollments", { course_id: course, student_id: student.sub }));
  const attempt = { enrollment_id: id, lecture_id: lecture, answers: [{ question_id: "star", choice_ids: ["moon"] }] };
  assertStatus(await operator.post("/quiz_attempts", attempt), 201);
  const refused = await operator.post("/quiz_attempts", attempt);
  assertStatus(refused, 409);
  assert.match(refused.json<{ detail: string }>().detail, /override: true/);
  const accepted = await operator.post("/quiz_attempts", { ...attempt, override: true });
  assertStatus(accepted, 201);
  assert.equal(accepted.json<{ attempt_no: number }>().attempt_no, 2);
  const { data } = (await operator.get("/audit_log")).json<{ data: { action: string; details: object }[] }>();
  const entries = data.filter(({ action }) => action.includes("quiz_attempt") || action.includes("QuizAttempt"));
  assert.deepEqual(
    entries.map(({ details }) => details),
    [{ override: true }, {}],
  );
});
