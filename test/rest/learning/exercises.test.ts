import assert from "node:assert/strict";
import { test } from "node:test";
import { parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database as db } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";
import { aCourse, aLecture, aSection, curriculumScopes, type Json, made } from "../support/taught-course.ts";

const aLectureOf = async (operator: Operator, kind = "quiz") => {
  const course = await aCourse(operator);
  return { course, lecture: await aLecture(operator, await aSection(operator, course), { kind }) };
};

const single = {
  kind: "single",
  prompt_markdown: "Which knot **holds**? <img src=x onerror=alert(1)>",
  choices: [{ text: "Bowline", correct: true, feedback: "Yes" }, { text: "None" }],
};
const numeric = { kind: "numeric", prompt_markdown: "π", accepted_answers: ["3.14"], tolerance: 0.01, points: 2 };
const matching = {
  kind: "matching",
  prompt_markdown: "Pairs",
  choices: [
    { text: "port", match: "left" },
    { text: "starboard", match: "right" },
  ],
};

type Quiz = Json & { version: number; questions: (Json & { id: string; choices: (Json & { id: string })[] })[] };

void test("A quiz is replaced as a whole, and returned with ids for its parts and its prompts as HTML", async () => {
  const operator = await anOperator(curriculumScopes);
  const { lecture } = await aLectureOf(operator);
  const path = `/lectures/${lecture.id}/quiz`;
  assert.equal((await operator.get(path)).statusCode, 404);
  const put = await operator.put(path, { pass_percent: 80, questions: [single, numeric, matching] });
  assertStatus(put, 200);
  const quiz = put.json<Quiz>();
  assert.deepEqual(
    [quiz["object"], quiz["lecture_id"], quiz.version, quiz["pass_percent"], quiz["attempts_allowed"], quiz["shuffle"]],
    ["quiz", lecture.id, 1, 80, null, false],
  );
  assert.equal(quiz["show_answers"], "after_submit");
  const [first, second] = quiz.questions;
  assert.equal(first!["prompt_html"], '<p>Which knot <strong>holds</strong>? <img src="x" /></p>\n');
  assert.deepEqual([first!["points"], second!["points"], second!["tolerance"]], [1, 2, 0.01]);
  assert.match(first!.choices[0]!.id, /^[0-9a-z]{26}$/);
  const read = await operator.get(path);
  assert.deepEqual(read.json<Json>(), quiz);
  assert.equal(read.headers["etag"], put.headers["etag"]);
  assert.deepEqual((await operator.get(`/lectures/${lecture.id}?expand=quiz`)).json<Json>()["quiz"], quiz);
});

void test("A quiz that was read can be changed and sent back; a question with its id keeps it", async () => {
  const operator = await anOperator(curriculumScopes);
  const { lecture } = await aLectureOf(operator);
  const path = `/lectures/${lecture.id}/quiz`;
  const quiz = (await operator.put(path, { questions: [single, numeric] })).json<Quiz>();
  const again = await operator.put(path, { ...quiz, questions: quiz.questions.toReversed() });
  assertStatus(again, 200);
  const ids = ({ questions }: Quiz) => questions.map(({ id }) => id);
  assert.deepEqual(ids(again.json<Quiz>()), ids(quiz).toReversed());
  const stale = await operator.put(path, { questions: [single] }, { "if-match": '"1-1"' });
  assert.equal(problemOf(stale).code, "etag_mismatch");
});

void test("The version of a quiz rises when it changes after an attempt, and the attempt's answers are kept", async () => {
  const operator = await anOperator(curriculumScopes);
  const { lecture } = await aLectureOf(operator);
  const path = `/lectures/${lecture.id}/quiz`;
  const put = async (fields: Json) => (await operator.put(path, fields)).json<Quiz>();
  const [site, id] = [operator.site.id, parseId("lecture", lecture.id)];
  const first = await put({ questions: [single] });
  assert.equal((await put({ ...first, pass_percent: 10 })).version, 1);
  await db.run`update quizzes set attempted = true where site_id = ${site} and lecture_id = ${id}`;
  const same = await put({ ...first, pass_percent: 10, metadata: { a: "b" } });
  assert.equal(same.version, 1);
  assert.equal((await put({ ...first, questions: [numeric] })).version, 2);
  assert.equal((await put({ ...first, questions: [matching] })).version, 2);
  const kept = await db.many<{ quizVersion: number; content: { passPercent: number; questions: { kind: string }[] } }>`
    select quiz_version, content from quiz_versions where site_id = ${site} and lecture_id = ${id}`;
  assert.deepEqual(
    kept.map(({ quizVersion, content }) => [quizVersion, content.passPercent, content.questions[0]!.kind]),
    [[1, 10, "single"]],
  );
});

void test("An unanswerable question is rejected with its path", async () => {
  const operator = await anOperator(curriculumScopes);
  const { lecture } = await aLectureOf(operator);
  const choices = [{ text: "a" }, { text: "b" }];
  for (const [question, pointer] of [
    [{ kind: "single", choices }, "/choices"],
    [{ kind: "single", choices: choices.map((choice) => ({ ...choice, correct: true })) }, "/choices"],
    [{ kind: "multiple", choices }, "/choices"],
    [{ kind: "true_false", choices: [{ text: "a", correct: true }] }, "/choices"],
    [{ kind: "short_text" }, "/accepted_answers"],
    [{ kind: "short_text", accepted_answers: ["x"], choices }, "/choices"],
    [{ kind: "numeric", accepted_answers: ["1", "many"] }, "/accepted_answers/1"],
    [{ kind: "short_text", accepted_answers: ["x"], tolerance: 1 }, "/tolerance"],
    [{ kind: "ordering", choices: [{ text: "a" }] }, "/choices"],
    [{ kind: "ordering", choices: [{ text: "a", match: "b" }, { text: "c" }] }, "/choices/0/match"],
    [{ kind: "matching", choices: [{ text: "a", match: "b" }, { text: "c" }] }, "/choices/1/match"],
    [
      {
        kind: "ordering",
        choices: [
          { id: "x", text: "a" },
          { id: "x", text: "b" },
        ],
      },
      "/choices",
    ],
    [{ kind: "essay" }, "/kind"],
  ] as const) {
    const questions = [{ prompt_markdown: "?", ...question }];
    const refused = problemOf(await operator.put(`/lectures/${lecture.id}/quiz`, { questions }));
    assert.equal(refused.status, 422);
    assert.equal(refused.pointers?.[0], `/questions/0${pointer}`, JSON.stringify(question));
  }
  const put = async (questions: Json[]) => problemOf(await operator.put(`/lectures/${lecture.id}/quiz`, { questions }));
  const twice = { ...numeric, id: "q1" };
  assert.deepEqual((await put([twice, twice])).pointers, ["/questions"]);
  assert.deepEqual((await put([])).pointers, ["/questions"]);
  const many = await put(Array.from({ length: 201 }, () => numeric));
  assert.deepEqual([many.code, many.pointers], ["validation_failed", ["/questions"]]);
});

void test("A quiz can be deleted and created again", async () => {
  const operator = await anOperator(curriculumScopes);
  const { lecture } = await aLectureOf(operator);
  const path = `/lectures/${lecture.id}/quiz`;
  await operator.put(path, { questions: [single] });
  assert.equal((await operator.delete(path)).statusCode, 204);
  assert.equal((await operator.get(path)).statusCode, 404);
  assert.equal((await operator.delete(path)).statusCode, 404);
  assert.equal((await operator.put(path, { questions: [single] })).statusCode, 200);
  assert.equal((await operator.get(path)).statusCode, 200);
});

void test("An assignment is replaced as a whole, with instructions as sanitized HTML", async () => {
  const operator = await anOperator(curriculumScopes);
  const { course, lecture } = await aLectureOf(operator, "assignment");
  const path = `/lectures/${lecture.id}/assignment`;
  assert.equal((await operator.get(path)).statusCode, 404);
  const put = await operator.put(path, {
    instructions_markdown: "Tie a **knot** <iframe src=x></iframe>",
    due_days: 14,
    submission_kinds: ["url", "file", "file"],
    rubric: [{ title: "Holds", points: 60 }],
    late_policy: { kind: "penalty", percent_per_day: 10 },
  });
  assertStatus(put, 200);
  const assignment = put.json<Json>();
  assert.equal(assignment["instructions_html"], "<p>Tie a <strong>knot</strong> </p>\n");
  assert.deepEqual(
    [assignment["max_score"], assignment["due_days"], assignment["submission_kinds"], assignment["rubric"]],
    [100, 14, ["file", "url"], [{ title: "Holds", description: null, points: 60 }]],
  );
  const sentBack = await operator.put(path, { ...assignment, max_score: 50 });
  assert.deepEqual((await operator.get(path)).json<Json>(), sentBack.json<Json>());
  assert.deepEqual((await operator.get(`/lectures/${lecture.id}?expand=assignment`)).json<Json>()["assignment"], {
    ...sentBack.json<Json>(),
  });
  const refused = problemOf(await operator.put(path, { max_score: 0, late_policy: { kind: "penalty" } }));
  assert.deepEqual(refused.pointers?.toSorted(), [
    "/instructions_markdown",
    "/late_policy/percent_per_day",
    "/max_score",
  ]);
  assert.equal((await operator.delete(path)).statusCode, 204);
  assert.equal((await operator.get(path)).statusCode, 404);

  const emitted = (await outboxOf(operator.site)).filter(({ type }) => type === "curriculum.updated").slice(-3);
  for (const { objectId, data } of emitted) {
    assert.deepEqual([objectId, (data as Json)["changed"]], [course, [lecture.id]]);
  }
});

void test("An attachment of a lecture is a file, an address or a text, in order", async () => {
  const operator = await anOperator(curriculumScopes);
  const { lecture } = await aLectureOf(operator, "text");
  const path = `/lectures/${lecture.id}/attachments`;
  const link = await made(operator.post(path, { kind: "link", title: "Chart", external_url: "http://a.example/c" }));
  const text = await made(operator.post(path, { kind: "text", title: "Note", text: "<b>", position: 0 }));
  assert.deepEqual(
    [link["object"], link["lecture_id"], link["downloadable"], link["text"]],
    ["attachment", lecture.id, true, null],
  );
  const titles = async (query = "") =>
    (await operator.get(`${path}${query}`)).json<{ data: { title: string }[] }>().data.map(({ title }) => title);
  assert.deepEqual(await titles(), ["Note", "Chart"]);
  assert.deepEqual(await titles("?kind=link"), ["Chart"]);
  await made(operator.patch(`/attachments/${text.id}`, { position: 1, downloadable: false }));
  assert.deepEqual(await titles(), ["Chart", "Note"]);
  const expanded = (await operator.get(`/lectures/${lecture.id}?expand=attachments,quiz`)).json<Json>();
  assert.deepEqual(
    [(expanded["attachments"] as { id: string }[]).map(({ id }) => id), expanded["quiz"], "assignment" in expanded],
    [[link.id, text.id], null, false],
  );
  await made(
    operator.patch(`/attachments/${text.id}`, { kind: "embed", text: null, external_url: "https://a.example" }),
  );
  for (const [fields, pointer] of [
    [{ kind: "file", title: "x" }, ""],
    [{ kind: "link", title: "x", external_url: "https://a.example", text: "y" }, ""],
    [{ kind: "file", title: "x", text: "y" }, "/text"],
    [{ kind: "text", title: "x", external_url: "https://a.example" }, "/text"],
    [{ kind: "pdf", title: "x", external_url: "http://a.example/x.pdf" }, "/external_url"],
    [{ kind: "link", title: "x", external_url: "data:text/html,x" }, "/external_url"],
    [{ kind: "link", title: "x", file_id: "fil_01k9g2c8p4e6t0v3x5y7z9b1d3" }, "/file_id"],
    [{ kind: "link" }, "/title"],
  ] as const) {
    const refused = problemOf(await operator.post(path, fields));
    assert.deepEqual([refused.status, refused.pointers?.[0]], [422, pointer], JSON.stringify(fields));
  }
  const source = problemOf(await operator.patch(`/attachments/${link.id}`, { kind: "embed" }));
  assert.deepEqual(source.pointers, ["/external_url"]);

  assert.equal((await operator.delete(`/attachments/${link.id}`)).statusCode, 204);
  assert.equal((await operator.patch(`/attachments/${link.id}`, { title: "x" })).statusCode, 404);
  await operator.delete(`/lectures/${lecture.id}`);
  assert.equal((await operator.patch(`/attachments/${text.id}`, { title: "x" })).statusCode, 404);
  const left = await db.first`
    select id from attachments
     where site_id = ${operator.site.id} and lecture_id = ${parseId("lecture", lecture.id)} and deleted_at is null`;
  assert.equal(left, undefined, "The file of an unreachable attachment would stay in use indefinitely.");
});
