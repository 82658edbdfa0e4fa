import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { gradeAnswers } from "#domain/learning/quiz-attempts/grade.ts";
import { quizFieldsOf, QuizContent } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { assertStatus } from "../support/assert-status.ts";
import { database } from "../support/database.ts";
import { outboxOf } from "../support/records.ts";
import { anOperator, operatorOf, type Operator, problemOf } from "./support/operator.ts";
import { aCourse, aLecture, aSection, letTeach } from "./support/taught-course.ts";

const scopes = "students:read students:write courses:read courses:write curriculum:read curriculum:write";

const questions = [
  {
    id: "star",
    kind: "single",
    prompt_markdown: "Which is a star?",
    choices: [
      { id: "sun", text: "The sun", correct: true },
      { id: "moon", text: "The moon" },
    ],
  },
  { id: "name", kind: "short_text", prompt_markdown: "Its Latin name?", accepted_answers: ["Sol"] },
];
const right = [
  { question_id: "star", choice_ids: ["sun"] },
  { question_id: "name", text: "  SOL " },
];
const half = [{ question_id: "star", choice_ids: ["sun"] }];

interface Attempt {
  id: string;
  score_percent: number | null;
  passed: boolean | null;
  attempt_no: number;
  quiz_version: number;
  answers: { question_id: string; correct: boolean; points: number }[];
}

/** A published course whose only lecture is a quiz, and an enrolled student. */
async function aClass(operator: Operator, settings: object = {}) {
  const course = await aCourse(operator);
  const section = await aSection(operator, course);
  const { id: lecture } = await aLecture(operator, section, { kind: "quiz", completion_rule: { kind: "pass_quiz" } });
  const quiz = { pass_percent: 60, questions, ...settings };
  assert.equal((await operator.put(`/lectures/${lecture}/quiz`, quiz)).statusCode, 200);
  const member = await operator.site.member({ email: `${newId()}@example.test` });
  const enrolled = await operator.post("/enrollments", { course_id: course, student_id: member.sub });
  const { id: enrollment } = enrolled.json<{ id: string }>();
  return { course, lecture, enrollment, member, quiz, path: `/learn/${course}/${lecture}` };
}

const record = (
  operator: Operator,
  { enrollment, lecture }: { enrollment: string; lecture: string },
  answers: object[],
) => operator.post("/quiz_attempts", { enrollment_id: enrollment, lecture_id: lecture, answers });

const statusOf = async (operator: Operator, enrollment: string) =>
  (await operator.get(`/enrollments/${enrollment}`)).json<{ status: string }>().status;

const csrfIn = (body: string) => /name="csrf" value="([^"]+)"/.exec(body)![1]!;
const numbers = (body: string) => [...body.matchAll(/>Attempt (\d+)</g)].map(([, number]) => Number(number));
const attemptIn = (body: string) => /name="attempt" value="([^"]+)"/.exec(body)![1]!;

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

void test("A student takes the quiz on its page, up to the allowed number of times, and sees the solutions", async () => {
  const operator = await anOperator(scopes);
  const { path, member, enrollment } = await aClass(operator, { attempts_allowed: 2 });
  const browser = await operator.site.signedIn(member);
  const page = () => browser.request("GET", path);
  const post = async (action: string, fields: Record<string, string> = {}) => {
    const csrf = csrfIn((await page()).body);
    return browser.request("POST", `${path}/${action}`, { csrf, ...fields });
  };
  assert.ok(!(await page()).body.includes("The sun"));
  assert.equal((await post("quiz")).statusCode, 303);
  const paper = (await page()).body;
  assert.ok(paper.includes("The sun") && !/\bSol\b/.test(paper));
  const attempt = attemptIn(paper);
  assert.equal((await post("answers", { attempt, "q.star": "moon" })).statusCode, 303);
  const failed = (await page()).body;
  assert.ok(failed.includes("Not passed") && failed.includes("Correct answer") && /\bSol\b/.test(failed));
  assert.equal((await post("answers", { attempt, "q.star": "sun" })).statusCode, 409);

  await post("quiz");
  await post("answers", { attempt: attemptIn((await page()).body), "q.star": "sun", "q.name": "sol" });
  const passed = (await page()).body;
  assert.ok(passed.includes("Passed") && !passed.includes("Try again"));
  assert.equal(await statusOf(operator, enrollment), "completed");
  assert.equal((await post("quiz")).statusCode, 409);
});

void test("A student sees the own answers of every attempt, and solutions as the quiz reveals them", async () => {
  const operator = await anOperator(scopes);
  const { path, member, lecture, course, quiz } = await aClass(operator, { show_answers: "never" });
  const browser = await operator.site.signedIn(member);
  const post = async (action: string, fields: Record<string, string> = {}) => {
    const csrf = csrfIn((await browser.open(path)).body);
    assert.equal((await browser.request("POST", `${path}/${action}`, { csrf, ...fields })).statusCode, 303);
  };
  const answer = async (fields: Record<string, string>) => {
    await post("quiz");
    await post("answers", { attempt: attemptIn((await browser.open(path)).body), ...fields });
  };
  await answer({ "q.star": "moon", "q.name": "Luna" });
  const solutions = /Sol\b|The sun|Correct|Incorrect/;
  const hidden = (await browser.open(path)).body;
  assert.match(hidden, /Your answer:[^]*The moon[^]*Luna[^]*/);
  assert.match(hidden, /Correct answers are not shown/);
  assert.doesNotMatch(hidden.replace("Correct answers are not shown", ""), solutions);
  assert.doesNotMatch(hidden, /Earlier attempts/);

  await operator.put(`/lectures/${lecture}/quiz`, { ...quiz, show_answers: "after_pass" });
  assert.doesNotMatch((await browser.open(path)).body.replace("Correct answers are not shown", ""), solutions);
  await answer({ "q.star": "sun", "q.name": "sol" });
  const page = (await browser.open(path)).body;
  assert.match(page, /Earlier attempts[^]*Attempt\s+1[^]*0%[^]*Not passed/);
  const [, first] = /href="([^"]+\/attempts\/qat_[^"]+)"/.exec(page)!;
  const earlier = await browser.open(first!);
  assert.match(earlier.body, /Attempt\s+1[^]*The moon[^]*Correct answer:[^]*The sun[^]*Luna[^]*Sol/);

  await operator.put(`/lectures/${lecture}/quiz`, { ...quiz, show_answers: "never" });
  const closed = (await browser.open(first!)).body.replace("Correct answers are not shown", "");
  assert.match(closed, /The moon/);
  assert.doesNotMatch(closed, solutions);

  const other = await operator.site.member({ email: `${newId()}@example.test` });
  assert.equal((await (await operator.site.signedIn(other)).open(`${path}/attempts`)).status, 404);
  await operator.post("/enrollments", { course_id: course, student_id: other.sub });
  const stranger = await operator.site.signedIn(other);
  assert.equal((await stranger.open(first!)).status, 404);
  assert.match((await stranger.open(`${path}/attempts`)).body, /You have not submitted an attempt yet/);
});

void test("All attempts at a quiz are listed in pages, and one in progress has no page", async () => {
  const operator = await anOperator(scopes);
  const { path, member, enrollment, lecture } = await aClass(operator);
  for (let index = 0; index < 25; index++) {
    assert.equal((await record(operator, { enrollment, lecture }, half)).statusCode, 201);
  }
  const browser = await operator.site.signedIn(member);
  const page = await browser.open(path);
  assert.deepEqual(numbers(page.body), [24, 23, 22, 21, 20, 19, 18, 17, 16, 15]);
  assert.ok(page.body.includes(`/attempts"`));
  const all = await browser.open(`${path}/attempts`);
  assert.deepEqual([numbers(all.body)[0], numbers(all.body).length], [25, 20]);
  const [, next] = /href="([^"]+before=6)"/.exec(all.body)!;
  assert.deepEqual(numbers((await browser.open(next!)).body), [5, 4, 3, 2, 1]);
  const csrf = csrfIn(page.body);
  await browser.request("POST", `${path}/quiz`, { csrf });
  const attempt = attemptIn((await browser.open(path)).body);
  assert.equal((await browser.open(`${path}/attempts/${attempt}`)).status, 404);
});

void test("Late answers do not count, and students can submit only their own attempts", async () => {
  const operator = await anOperator(scopes);
  const { path, member, course } = await aClass(operator, { time_limit_seconds: 60, show_answers: "never" });
  const browser = await operator.site.signedIn(member);
  const csrf = csrfIn((await browser.request("GET", path)).body);
  await browser.request("POST", `${path}/quiz`, { csrf });
  const attempt = attemptIn((await browser.request("GET", path)).body);
  const other = await operator.site.member({ email: `${newId()}@example.test` });
  await operator.post("/enrollments", { course_id: course, student_id: other.sub });
  const stranger = await operator.site.signedIn(other);
  const theirs = csrfIn((await stranger.request("GET", path)).body);
  assert.equal((await stranger.request("POST", `${path}/answers`, { csrf: theirs, attempt })).statusCode, 404);

  const id = parseId("quizAttempt", attempt)!;
  await database.run`
    update quiz_attempts set started_at = (started_at at time zone 'UTC' - interval '1 hour') at time zone 'UTC', ends_at = (ends_at at time zone 'UTC' - interval '1 hour') at time zone 'UTC'
     where site_id = ${operator.site.site.id} and id = ${id}`;
  assert.match((await browser.request("GET", path)).body, /ran out/);
  await browser.request("POST", `${path}/answers`, { csrf, attempt, "q.star": "sun", "q.name": "sol" });
  const ended = (await operator.get(`/quiz_attempts/${formatId("quizAttempt", id)}`)).json<Attempt>();
  assert.deepEqual([ended.score_percent, ended.passed], [0, false]);
  // Not a part of a random token in the page.
  assert.doesNotMatch((await browser.request("GET", path)).body, /\bSol\b/);
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
    ["0.3", "0,4", "0.2", "0.41", "x", ""].map((text) => grade("numeric", { text })),
    [true, true, true, false, false, false],
  );
});
