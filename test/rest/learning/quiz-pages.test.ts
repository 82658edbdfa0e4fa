import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { anOperator } from "../support/operator.ts";
import { aClass, type Attempt, half, record, scopes, statusOf } from "../support/quiz-class.ts";

const csrfIn = (body: string) => /name="csrf" value="([^"]+)"/.exec(body)![1]!;
const numbers = (body: string) => [...body.matchAll(/>Attempt (\d+)</g)].map(([, number]) => Number(number));
const attemptIn = (body: string) => /name="attempt" value="([^"]+)"/.exec(body)![1]!;

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
  assert.equal((await post("answers", { attempt, "q.star": "moon", confirmed: "yes" })).statusCode, 303);
  const failed = (await page()).body;
  assert.ok(failed.includes("Not passed") && failed.includes("Correct answer") && /\bSol\b/.test(failed));
  assert.equal((await post("answers", { attempt, "q.star": "sun" })).statusCode, 409);

  await post("quiz");
  await post("answers", { attempt: attemptIn((await page()).body), "q.star": "sun", "q.name": "sol" });
  const passed = (await page()).body;
  assert.ok(passed.includes("Passed") && !passed.includes("Try again") && !passed.includes("used all your attempts"));
  assert.equal(await statusOf(operator, enrollment), "completed");
  assert.equal((await post("quiz")).statusCode, 409);
});

void test("A student who failed the last attempt reads that none is left", async () => {
  const operator = await anOperator(scopes);
  const { path, member, enrollment, lecture } = await aClass(operator, { attempts_allowed: 1 });
  assertStatus(await record(operator, { enrollment, lecture }, half), 201);
  const { body } = await (await operator.site.signedIn(member)).open(path);
  assert.match(body, /Not passed[^]*You have used all your attempts\. Contact the school/);
  assert.doesNotMatch(body, /Try again/);
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

void test("A prompt shows the files of its lecture, before and after the answer and to teachers, and no other files", async () => {
  const operator = await anOperator(`${scopes} storage:write`);
  const { path, member, lecture, quiz } = await aClass(operator, {});
  const upload = async (width: number) => {
    const file = await sendFile(operator, aPicture({ width }), { purpose: "attachment" }, { name: "star.png" });
    assertStatus(file, 201);
    return file.json<{ id: string }>().id;
  };
  const [shown, secret] = [await upload(1), await upload(2)];
  const attachment = { kind: "image", title: "A star", file_id: shown };
  assertStatus(await operator.post(`/lectures/${lecture}/attachments`, attachment), 201);
  const [star, name] = quiz.questions;
  const prompt = `![](/files/${shown}) ![](/files/${secret}) Which is a star?`;
  const questions = [{ ...star, prompt_markdown: prompt }, name];
  assertStatus(await operator.put(`/lectures/${lecture}/quiz`, { ...quiz, questions }), 200);
  const assertShown = async (body: string) => {
    const [, address] = new RegExp(`src="([^"]*${shown}[^"]*)"`).exec(body) ?? [];
    assertStatus(
      await operator.site.get(String(address).replaceAll("&amp;", "&").replace(operator.site.origin, "")),
      200,
    );
    assert.match(body, new RegExp(`src="/files/${secret}"`));
  };
  const browser = await operator.site.signedIn(member);
  const post = async (action: string, fields: Record<string, string> = {}) => {
    const csrf = csrfIn((await browser.open(path)).body);
    assertStatus(await browser.request("POST", `${path}/${action}`, { csrf, ...fields }), 303);
  };
  await post("quiz");
  const paper = (await browser.open(path)).body;
  await assertShown(paper);
  await post("answers", { attempt: attemptIn(paper), "q.star": "sun", "q.name": "sol" });
  await assertShown((await browser.open(path)).body);
  await assertShown((await (await operator.site.signedIn(operator.member)).open(path)).body);
});
