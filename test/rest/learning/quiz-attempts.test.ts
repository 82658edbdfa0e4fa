import assert from "node:assert/strict";
import { test } from "node:test";
import { gradeAnswers } from "#domain/learning/quiz-attempts/grade.ts";
import { quizFieldsOf, QuizContent } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";
import { letTeach } from "../support/taught-course.ts";
import { aClass, type Attempt, half, questions, record, right, scopes, statusOf } from "../support/quiz-class.ts";

void test("A score is rounded to a tenth of a percent, but not up to the pass mark", async () => {
  const operator = await anOperator(scopes);
  const scores: (number | boolean | null)[][] = [];
  for (const [points, pass] of [
    [[2, 1], 60],
    [[1000, 493], 67],
    [[1000, 493], 66],
  ] as const) {
    const weighed = questions.map((question, index) => ({ ...question, points: points[index] }));
    const world = await aClass(operator, { questions: weighed, pass_percent: pass });
    const attempt = (await record(operator, world, half)).json<Attempt>();
    scores.push([attempt.score_percent, attempt.passed]);
  }
  assert.deepEqual(scores, [
    [66.7, true],
    [66.9, false],
    [67, true],
  ]);
});

void test("An external attempt is graded here, and passing completes the lecture", async () => {
  const operator = await anOperator(scopes);
  const world = await aClass(operator);
  const failed = await record(operator, world, half);
  assertStatus(failed, 201);
  const first = failed.json<Attempt>();
  assert.deepEqual([first.score_percent, first.passed, first.attempt_no], [50, false, 1]);
  assert.deepEqual(
    first.answers.map(({ question_id: id, correct, points }) => [id, correct, points]),
    [
      ["star", true, 1],
      ["name", false, 0],
    ],
  );
  assert.equal(await statusOf(operator, world.enrollment), "active");
  const second = (await record(operator, world, right)).json<Attempt>();
  assert.deepEqual([second.score_percent, second.passed, second.attempt_no], [100, true, 2]);
  assert.equal(await statusOf(operator, world.enrollment), "completed");
  await record(operator, world, right);

  const types = (await outboxOf(operator.site)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === "quiz_attempt.submitted").length, 3);
  assert.equal(types.filter((type) => type === "quiz_attempt.passed").length, 1);
  const idsOf = async (query: string) =>
    (await operator.get(`/quiz_attempts?${query}`)).json<{ data: Attempt[] }>().data.map(({ id }) => id);
  assert.deepEqual(await idsOf(`lecture_id=${world.lecture}&passed=false`), [first.id]);
  assert.equal((await idsOf(`student_id=${world.member.sub}&course_id=${world.course}`)).length, 3);
  assert.deepEqual((await operator.get(`/quiz_attempts/${first.id}`)).json(), first);
});

void test("Changing an attempted quiz creates a new version; the attempt keeps its own", async () => {
  const operator = await anOperator(scopes);
  const world = await aClass(operator);
  const { id } = (await record(operator, world, half)).json<Attempt>();
  const changed = await operator.put(`/lectures/${world.lecture}/quiz`, { ...world.quiz, questions: [questions[1]!] });
  assert.equal(changed.json<{ version: number }>().version, 2);
  assert.equal((await operator.get(`/quiz_attempts/${id}`)).json<Attempt>().quiz_version, 1);
  assert.equal((await record(operator, world, [right[1]!])).json<Attempt>().quiz_version, 2);
});

void test("An attempt is regraded after the quiz is fixed, and passing then counts", async () => {
  const operator = await anOperator(scopes);
  const world = await aClass(operator);
  const failed = await record(operator, world, [right[0]!, { question_id: "name", text: "Helios" }]);
  const { id } = failed.json<Attempt>();
  const regrade = (who = operator, headers = {}) => who.post(`/quiz_attempts/${id}/regrade`, {}, headers);
  assert.equal((await regrade()).json<Attempt>().passed, false, "the quiz is unchanged");
  const [star, name] = questions as [(typeof questions)[0], object];
  const fixedQuiz = { ...world.quiz, questions: [star, { ...name, accepted_answers: ["Sol", "Helios"] }] };
  assert.equal((await operator.put(`/lectures/${world.lecture}/quiz`, fixedQuiz)).statusCode, 200);
  assert.equal((await regrade(operator, { "if-match": '"1"' })).statusCode, 412);
  const dryRunResult = await operator.post(`/quiz_attempts/${id}/regrade?dry_run=true`);
  assert.equal(dryRunResult.statusCode, 200);
  assert.equal((await operator.get(`/quiz_attempts/${id}`)).json<Attempt>().passed, false);
  const graded = (await regrade()).json<Attempt>();
  assert.deepEqual([graded.score_percent, graded.passed, graded.quiz_version, graded.attempt_no], [100, true, 2, 1]);
  assert.equal(await statusOf(operator, world.enrollment), "completed");
  assert.equal((await regrade()).statusCode, 200);
  const types = (await outboxOf(operator.site)).map(({ type }) => type).filter((type) => type.startsWith("quiz"));
  assert.equal(types.filter((type) => type === "quiz_attempt.passed").length, 1);

  const stricter = { ...fixedQuiz, pass_percent: 100, questions };
  assert.equal((await operator.put(`/lectures/${world.lecture}/quiz`, stricter)).statusCode, 200);
  assert.equal((await regrade()).json<Attempt>().passed, false);
  assert.equal(await statusOf(operator, world.enrollment), "completed", "the completion stays");
  const lecturer = await operatorOf(operator.site, scopes, { roles: ["lecturer"] });
  assert.equal((await regrade(lecturer)).statusCode, 404);
});

void test("An attempt must refer to existing parts and a past time", async () => {
  const operator = await anOperator(scopes);
  const [one, other] = [await aClass(operator), await aClass(operator)];
  const refused = await record(operator, { ...one, lecture: other.lecture }, right);
  assert.deepEqual([refused.statusCode, problemOf(refused).pointers], [422, ["/lecture_id"]]);
  const body = {
    enrollment_id: one.enrollment,
    lecture_id: one.lecture,
    answers: [],
    submitted_at: "2099-01-01T00:00:00Z",
  };
  assert.deepEqual(problemOf(await operator.post("/quiz_attempts", body)).pointers, ["/submitted_at"]);
  const lecturer = await operatorOf(operator.site, scopes, { roles: ["lecturer"] });
  await letTeach(lecturer, other.course);
  const { id } = (await record(operator, one, half)).json<Attempt>();
  assert.equal((await lecturer.get(`/quiz_attempts/${id}`)).statusCode, 404);
  assert.equal((await record(lecturer, one, half)).statusCode, 422);
  assert.equal((await lecturer.get("/quiz_attempts")).json<{ data: unknown[] }>().data.length, 0);
});

void test("Questions of every kind are graded by their rules", async () => {
  const choices = [
    { id: "a", text: "One", correct: true, match: null },
    { id: "b", text: "Two", correct: true, match: null },
    { id: "c", text: "Three", correct: false, match: null },
  ];
  const matching = choices.map((choice) => ({ ...choice, match: `${choice.text}!` }));
  const requested = QuizContent.parse({
    passPercent: 100,
    questions: [
      { id: "multiple", kind: "multiple", promptMarkdown: "?", choices },
      { id: "ordering", kind: "ordering", promptMarkdown: "?", choices },
      { id: "matching", kind: "matching", promptMarkdown: "?", choices: matching },
      { id: "numeric", kind: "numeric", promptMarkdown: "?", acceptedAnswers: ["0.3"], tolerance: 0.1 },
      { id: "large", kind: "numeric", promptMarkdown: "?", acceptedAnswers: ["300000000"] },
      { id: "small", kind: "numeric", promptMarkdown: "?", acceptedAnswers: ["6.626e-34", "-0.5"], tolerance: 1e-36 },
    ],
  });
  const quiz = await quizFieldsOf(await anOperator("curriculum:write"), requested);
  const grade = (questionId: string, answer: object) => {
    const answerRow = { questionId, choiceIds: [], text: null, matches: {}, ...answer };
    return gradeAnswers(quiz, [answerRow]).answers.find((one) => one.questionId === questionId)!.correct;
  };
  assert.deepEqual(
    [["a", "b"], ["b", "a"], ["a"], ["a", "b", "c"]].map((choiceIds) => grade("multiple", { choiceIds })),
    [true, true, false, false],
  );
  assert.deepEqual(
    [
      ["a", "b", "c"],
      ["b", "a", "c"],
      ["a", "b"],
    ].map((choiceIds) => grade("ordering", { choiceIds })),
    [true, false, false],
  );
  assert.deepEqual(
    [{ a: "One!", b: "Two!", c: "Three!" }, { a: "One!", b: "Three!", c: "Two!" }, {}].map((matches) =>
      grade("matching", { matches }),
    ),
    [true, false, false],
  );
  assert.deepEqual(
    ["0.3", "0,4", "0.2", "0.41", "x", "", "1/3", "3/", "1/2/3", "3-2"].map((text) => grade("numeric", { text })),
    [true, true, true, false, false, false, true, false, false, false],
  );
  const written = [
    "3e8",
    "3.00E8",
    "3 × 10^8",
    "3·10⁸",
    "300,000,000",
    "30,00,00,000",
    "300 000 000",
    "300'000'000",
    "300.000.000,0",
  ];
  for (const text of written) assert.ok(grade("large", { text }), text);
  for (const text of ["3e9", "30,0000,000", "300 00", "1e999", "e8"]) assert.ok(!grade("large", { text }), text);
  for (const text of ["6.626e−34", "6.626 × 10⁻³⁴", "−0.5", "–1/2", "-½"]) assert.ok(grade("small", { text }), text);
  for (const text of ["0", "6.7e-34", "1½", "--0.5"]) assert.ok(!grade("small", { text }), text);
});

void test("Attempts are recorded in bulk, each with its own result, also by lecturers in their own courses only", async () => {
  const operator = await anOperator(scopes);
  const one = await aClass(operator);
  const other = await aClass(operator, { attempts_allowed: 1 });
  const row = ({ enrollment, lecture }: typeof one, answers: object[]) => ({
    op: "create",
    data: { enrollment_id: enrollment, lecture_id: lecture, answers },
  });
  const operations = [
    row(one, right),
    row(other, half),
    row(other, right),
    row({ ...one, lecture: other.lecture }, right),
  ];
  const sent = await operator.post("/quiz_attempts/bulk", { operations });
  assertStatus(sent, 200);
  const { results, summary } = sent.json<{
    results: { status: string; id: string | null; error?: { code: string; errors?: { pointer: string }[] } }[];
    summary: { created: number; failed: number };
  }>();
  assert.deepEqual(
    results.map(({ status, error }) => [status, error?.code, error?.errors?.[0]?.pointer]),
    [
      ["created", undefined, undefined],
      ["created", undefined, undefined],
      ["failed", "invalid_state", undefined],
      ["failed", "validation_failed", "/lecture_id"],
    ],
  );
  assert.deepEqual([summary.created, summary.failed], [2, 2]);
  const attempt = (await operator.get(`/quiz_attempts/${results[0]!.id}`)).json<Attempt>();
  assert.deepEqual([attempt.score_percent, attempt.passed], [100, true]);
  const atomic = await operator.post("/quiz_attempts/bulk", { operations, atomic: true });
  assert.equal(problemOf(atomic).status, 422);
  const lecturer = await operatorOf(operator.site, scopes, { roles: ["lecturer"] });
  const foreign = await lecturer.post("/quiz_attempts/bulk", { operations: [row(one, right)] });
  assert.equal(foreign.json<{ results: { error: { code: string } }[] }>().results[0]!.error.code, "validation_failed");
});
