import assert from "node:assert/strict";
import { test } from "node:test";
import { parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";
import { aClass, type Attempt, record, scopes } from "../support/quiz-class.ts";

const short = (id: string, accepted_answers: string[], fields: object = {}) => ({
  id,
  kind: "short_text",
  prompt_markdown: "?",
  accepted_answers,
  ...fields,
});
const number = (id: string, accepted_answers: string[], fields: object = {}) => ({
  ...short(id, accepted_answers, fields),
  kind: "numeric",
});

type Class = Awaited<ReturnType<typeof aClass>>;

/** Returns whether each answer to the question is right. */
async function rightOf(operator: Operator, world: Class, question_id: string, texts: readonly string[]) {
  const right: string[] = [];
  for (const text of texts) {
    const response = await record(operator, world, [{ question_id, text }]);
    assertStatus(response, 201);
    if (response.json<Attempt>().answers.find((answer) => answer.question_id === question_id)!.correct)
      right.push(text);
  }
  return right;
}

const accepted = async (operator: Operator, { lecture }: Class) =>
  (await operator.get(`/lectures/${lecture}/quiz`))
    .json<{ questions: { accepted_answers: string[]; comparison: string }[] }>()
    .questions.map((question) => question.accepted_answers);

void test("Typed answers are right in every way that devices write them, and wrong ones stay wrong", async () => {
  const operator = await anOperator(scopes);
  const questions = [short("word", ["don't"]), short("minus", ["-5"]), number("number", ["-5"])];
  const world = await aClass(operator, { questions });
  const words = ["don't", "don’t", "DON´T", "don\u2019t\u200b", "dont", "do n't", "don"];
  assert.deepEqual(await rightOf(operator, world, "word", words), words.slice(0, 4));
  const numbers = ["-5", "−5", "–5", "－５", "5", "--", "- 50"];
  assert.deepEqual(await rightOf(operator, world, "minus", numbers), numbers.slice(0, 4));
  assert.deepEqual(await rightOf(operator, world, "number", numbers), numbers.slice(0, 4));
});

void test("A question with exact comparison counts every character, and has no tolerance or choices", async () => {
  const operator = await anOperator(scopes);
  const exact = { comparison: "exact" };
  const questions = [short("code", ["don't", "don’t", "--Help"], exact), number("digits", ["3.00"], exact)];
  const world = await aClass(operator, { questions });
  assert.deepEqual(await accepted(operator, world), [["don't", "don’t", "--Help"], ["3.00"]]);
  assert.deepEqual(await rightOf(operator, world, "code", ["--Help", " --Help\u200b", "--help", "—Help", "-Help"]), [
    "--Help",
    " --Help\u200b",
  ]);
  assert.deepEqual(await rightOf(operator, world, "digits", ["3.00", "3", "3,00", "3.000"]), ["3.00"]);
  for (const [question, pointer] of [
    [number("n", ["3"], { ...exact, tolerance: 1 }), "/questions/0/tolerance"],
    [
      { ...short("c", []), kind: "true_false", choices: [{ text: "Yes", correct: true }, { text: "No" }], ...exact },
      "/questions/0/comparison",
    ],
    [short("o", ["x"], { comparison: "roughly" }), "/questions/0/comparison"],
  ] as const) {
    const response = await operator.put(`/lectures/${world.lecture}/quiz`, { questions: [question] });
    assert.deepEqual([response.statusCode, problemOf(response).pointers], [422, [pointer]]);
  }
});

void test("Accepted answers that are equal are stored once, and ambiguous numbers are refused", async () => {
  const operator = await anOperator(scopes);
  const questions = [
    short("word", ["don't", "Don’t", "do not", "do\u00a0not."]),
    number("number", ["0.5", "1/2", ".50", "−5", "-5", "6.022e23", "6.022 × 10^23"]),
  ];
  const world = await aClass(operator, { questions });
  assert.deepEqual(await accepted(operator, world), [
    ["don't", "do not"],
    ["0.5", "−5", "6.022e23"],
  ]);
  const typed = ["0,5", "½", "-5", "6,022·10²³"];
  assert.deepEqual(await rightOf(operator, world, "number", typed), typed);
  for (const answer of ["1,234", "5 kg", "five"]) {
    const response = await operator.put(`/lectures/${world.lecture}/quiz`, { questions: [number("n", [answer])] });
    assert.deepEqual(problemOf(response).pointers, ["/questions/0/accepted_answers/0"], answer);
  }
});

void test("A mark before three digits is read as in the language of the course, and the page says how to type", async () => {
  const operator = await anOperator(scopes);
  const world = await aClass(operator, { questions: [number("mass", ["1234"]), number("share", ["1.234"])] });
  const { course, lecture, member, path } = world;
  const browser = await operator.site.signedIn(member);
  const post = async (action: string, fields: Record<string, string> = {}) => {
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open(path)).body)![1]!;
    assertStatus(await browser.request("POST", `${path}/${action}`, { csrf, ...fields }), 303);
    return (await browser.open(path)).body;
  };
  const answer = async (typed: string) => {
    const paper = await post("quiz");
    const attempt = /name="attempt" value="([^"]+)"/.exec(paper)![1]!;
    return { paper, result: await post("answers", { attempt, "q.mass": typed, "q.share": typed }) };
  };

  assert.deepEqual(await rightOf(operator, world, "mass", ["1,234", "1.234", "1 234"]), ["1,234", "1 234"]);
  assert.deepEqual(await rightOf(operator, world, "share", ["1,234", "1.234", "1 234"]), ["1.234"]);
  const english = await answer("1,234");
  assert.match(english.paper, /Write decimals with a point: 1\.5/);
  assert.match(
    english.result,
    /Correct[^]*1,234[^]*Accepted answer:[^]*1234[^]*Incorrect[^]*1,234[^]*Read as[^]*1234[^]*Correct answer:[^]*1\.234/,
  );

  assertStatus(await operator.patch(`/courses/${course}`, { language: "de" }), 200);
  assert.deepEqual(await rightOf(operator, world, "mass", ["1,234", "1.234", "1 234"]), ["1.234", "1 234"]);
  assert.deepEqual(await rightOf(operator, world, "share", ["1,234", "1,2340"]), ["1,234", "1,2340"]);
  const german = await answer("2,5");
  assert.match(german.paper, /Write decimals with a comma: 1,5/);
  assert.match(german.result, /Correct answer:[^]*1234[^]*Correct answer:[^]*1,234/);

  const quiz = { ...world.quiz, show_answers: "never" };
  assertStatus(await operator.put(`/lectures/${lecture}/quiz`, quiz), 200);
  const hidden = (await answer("1 234,0")).result;
  assert.match(hidden, /1 234,0[^]*Read as[^]*1234/);
  assert.doesNotMatch(hidden, /Accepted answer|Correct answer:/);
  assert.match((await answer("five")).result, /five[^]*This was not read as a number/);
});

void test("Students see the accepted form of an answer that they wrote in another way", async () => {
  const operator = await anOperator(scopes);
  const world = await aClass(operator, { questions: [short("word", ["don't", "do not"]), short("city", ["Rome"])] });
  const answers = [
    { question_id: "word", text: "DO NOT" },
    { question_id: "city", text: "Rome" },
  ];
  assertStatus(await record(operator, world, answers), 201);
  const browser = await operator.site.signedIn(world.member);
  const { body } = await browser.open(world.path);
  assert.equal(body.match(/Accepted answer:/g)?.length, 1);
  assert.match(body, /DO NOT[^]*Accepted answer:[^]*do not/);
});

void test("Questions that an earlier release stored are compared by folding, and saving them again changes nothing", async () => {
  const operator = await anOperator(scopes);
  const world = await aClass(operator, { questions: [short("word", ["don't"])] });
  const id = parseId("lecture", world.lecture)!;
  await database.run`
    update quizzes set questions = jsonb_set(questions, '{0}', (questions -> 0) - 'comparison')
     where site_id = ${operator.site.site.id} and lecture_id = ${id}`;
  assert.deepEqual(await rightOf(operator, world, "word", ["Don’t"]), ["Don’t"]);
  const stored = (await operator.get(`/lectures/${world.lecture}/quiz`)).json<object & { version: number }>();
  assert.equal((stored as { questions?: { comparison: string }[] }).questions![0]!.comparison, "folded");
  const saved = await operator.put(`/lectures/${world.lecture}/quiz`, stored);
  assert.equal(saved.json<{ version: number }>().version, stored.version);
});

void test("Matches that differ by the case of a letter stay apart", async () => {
  const operator = await anOperator(scopes);
  const choices = [
    { id: "milli", text: "milli", match: "m" },
    { id: "mega", text: "mega", match: "M" },
  ];
  const questions = [{ id: "unit", kind: "matching", prompt_markdown: "?", choices }];
  const world = await aClass(operator, { questions });
  const gradeOf = async (matches: object) =>
    (await record(operator, world, [{ question_id: "unit", matches }])).json<Attempt>().answers[0]!.correct;
  assert.equal(await gradeOf({ milli: "m", mega: "M" }), true);
  assert.equal(await gradeOf({ milli: "M", mega: "m" }), false);
});
