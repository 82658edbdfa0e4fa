import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { later } from "../../support/clock.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { csrfOf } from "../../support/isolation/attempt.ts";
import { anOperator, type Operator } from "../support/operator.ts";
import { aClass, type Attempt, scopes } from "../support/quiz-class.ts";

const minute = 60_000;
const hiddenIn = (body: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)![1]!;

interface Saved {
  isSaved: boolean;
  revision: string;
  savedAt: string;
  groups?: Record<string, Record<string, string>>;
}

/** A student's browser with the quiz open: what a page of it sends. */
async function aPage(browser: TestBrowser, path: string) {
  const { body } = await browser.open(path);
  const seen = { csrf: csrfOf({ body }), attempt: hiddenIn(body, "attempt"), revision: hiddenIn(body, "revision") };
  const writer = newId();
  return {
    body,
    save: async (fields: Record<string, string>, changed = "star name") => {
      const answer = await browser.request("POST", `${path}/answers/draft`, { ...seen, writer, changed, ...fields });
      if (answer.statusCode === 200) seen.revision = answer.json<Saved>().revision;
      return answer;
    },
    submit: (fields: Record<string, string>) =>
      browser.request("POST", `${path}/answers`, { ...seen, writer, ...fields }),
    /** Without a script, which alone names the page. */
    press: (fields: Record<string, string>) => browser.request("POST", `${path}/answers`, { ...seen, ...fields }),
  };
}

async function aStartedQuiz(settings: object = {}) {
  const operator = await anOperator(scopes);
  const started = await aClass(operator, settings);
  const browser = await operator.site.signedIn(started.member);
  const { body } = await browser.open(started.path);
  assert.equal((await browser.request("POST", `${started.path}/quiz`, { csrf: csrfOf({ body }) })).statusCode, 303);
  return { ...started, operator, browser };
}

const itemsIn = (body: string) => [...body.matchAll(/data-item="(\w+)"/g)].map(([, item]) => item!);

const attemptsOf = async (operator: Operator) =>
  (await operator.get("/quiz_attempts")).json<{ data: (Attempt & { submitted_at: string | null })[] }>().data;

void test("Saved answers are on every device of the student, and nobody else reads them", async () => {
  const { operator, path, member, browser, lecture } = await aStartedQuiz();
  const first = await aPage(browser, path);
  const saved = await first.save({ "q.star": "moon", "q.name": "Luna" });
  assertStatus(saved, 200);
  assert.ok(saved.json<Saved>().isSaved);
  const { body } = await (await operator.site.signedIn(member)).open(path);
  assert.match(body, /value="moon"\s+checked/);
  assert.match(body, /value="Luna"/);
  assert.match(body, /Saved <time/);
  const [attempt] = await attemptsOf(operator);
  const { answers } = (await operator.get(`/quiz_attempts/${attempt!.id}`)).json<Attempt>();
  assert.deepEqual(answers, []);
  assert.doesNotMatch((await operator.get(`/lectures/${lecture}/quiz`)).body, /Luna/);
});

void test("A page that has seen an older draft overwrites nothing, and merges by question", async () => {
  const { operator, path, member, browser } = await aStartedQuiz();
  const phone = await aPage(browser, path);
  const laptop = await aPage(await operator.site.signedIn(member), path);
  assert.ok((await phone.save({ "q.star": "moon" })).json<Saved>().isSaved);
  const refused = (await laptop.save({ "q.star": "sun" }, "star")).json<Saved>();
  assert.equal(refused.isSaved, false);
  assert.deepEqual(refused.groups, { star: { "q.star": "moon" }, name: {} });
  // It has seen the answer of the phone now, and adds its own.
  assert.ok((await laptop.save({ "q.name": "Sol" }, "name")).json<Saved>().isSaved);
  const { body } = await browser.open(path);
  assert.match(body, /value="moon"\s+checked/);
  assert.match(body, /value="Sol"/);
  const stale = await phone.press({ "q.star": "sun", "q.name": "Luna" });
  assertStatus(stale, 409);
  assert.match(stale.body, /Nothing was submitted: you have saved other work on another device/);
  assert.match(stale.body, /Question 2<\/a>: <bdi class="foreign">Sol/);
  assert.match(stale.body, /value="Luna"/);
  assert.equal((await attemptsOf(operator))[0]?.submitted_at, null);
});

void test("Submitting with unanswered questions asks first, saves, and uses no attempt", async () => {
  const { operator, path, browser } = await aStartedQuiz({ attempts_allowed: 1 });
  const page = await aPage(browser, path);
  const asked = await page.submit({ "q.star": "sun" });
  assertStatus(asked, 303);
  assert.match(String(asked.headers.location), /\?check=1#check$/);
  const { body } = await browser.open(`${path}?check=1`);
  assert.match(body, /1 question has no answer:[^]*href="#q-name"[^]*Submit anyway/);
  assert.match(body, /value="sun"\s+checked/);
  assert.equal((await attemptsOf(operator))[0]?.submitted_at, null);
  const again = await aPage(browser, path);
  assertStatus(await again.submit({ "q.star": "sun", confirmed: "yes" }), 303);
  const [attempt] = await attemptsOf(operator);
  assert.equal(attempt?.score_percent, 50);
  assert.doesNotMatch((await browser.open(`${path}?check=1`)).body, /has no answer/);
});

void test("Answers that were saved in time count after the time, and later ones do not", async () => {
  const { operator, path, browser } = await aStartedQuiz({ time_limit_seconds: 60 });
  const page = await aPage(browser, path);
  assertStatus(await page.save({ "q.star": "sun" }, "star"), 200);
  await later(2 * minute, async () => {
    assertStatus(await page.save({ "q.name": "Sol" }, "name"), 409);
    assert.match((await browser.open(path)).body, /answers that were saved in time count/);
    assertStatus(await page.submit({ "q.star": "sun", "q.name": "Sol" }), 303);
  });
  const [attempt] = await attemptsOf(operator);
  assert.equal(attempt?.score_percent, 50);
  assert.match((await browser.open(path)).body, /Your answer:[^]*The sun/);
});

void test("An attempt that was left is ended with its saved answers by the next request", async () => {
  const { operator, path, browser } = await aStartedQuiz({ time_limit_seconds: 60 });
  await (await aPage(browser, path)).save({ "q.star": "sun", "q.name": "Sol" });
  await later(2 * minute, async () => {
    const csrf = csrfOf(await browser.open(path));
    assertStatus(await browser.request("POST", `${path}/quiz`, { csrf }), 303);
  });
  assert.equal((await attemptsOf(operator))[0]?.score_percent, 100);
});

void test("A changed quiz keeps the saved answers, and a deleted one says that it is gone", async () => {
  const { operator, path, browser, lecture, quiz } = await aStartedQuiz();
  const page = await aPage(browser, path);
  await page.save({ "q.star": "sun" });
  const [star] = quiz.questions;
  assertStatus(await operator.put(`/lectures/${lecture}/quiz`, { ...quiz, questions: [star] }), 200);
  assert.ok((await page.save({ "q.name": "Sol" }, "name")).json<Saved>().isSaved);
  assert.match((await browser.open(path)).body, /value="Sol"/);
  assertStatus(await operator.delete(`/lectures/${lecture}/quiz`), 204);
  assertStatus(await page.save({ "q.name": "Luna" }), 404);
  assertStatus(await page.submit({ "q.star": "sun", "q.name": "Sol" }), 404);
  assert.equal((await attemptsOf(operator))[0]?.submitted_at, null);
});

void test("Drafts end with the session, the attempt and the access, and others cannot write them", async () => {
  const { operator, path, browser, enrollment, course } = await aStartedQuiz();
  const page = await aPage(browser, path);
  const other = await operator.site.member({ email: `${newId()}@example.test` });
  await operator.post("/enrollments", { course_id: course, student_id: other.sub });
  const stranger = await operator.site.signedIn(other);
  const csrf = csrfOf(await stranger.open(path));
  const foreign = { csrf, attempt: hiddenIn(page.body, "attempt"), changed: "star", "q.star": "sun" };
  assertStatus(await stranger.request("POST", `${path}/answers/draft`, foreign), 404);
  assertStatus(await operator.site.browser().request("POST", `${path}/answers/draft`, foreign), 401);
  assertStatus(await page.save({ csrf: "x" }), 403);
  assertStatus(await operator.post(`/enrollments/${enrollment}/revoke`), 200);
  assertStatus(await page.save({ "q.star": "sun" }), 404);
  assertStatus(await operator.post(`/enrollments/${enrollment}/reactivate`), 200);
  assertStatus(await page.save({ "q.star": "sun", "q.name": "Sol" }), 200);
  assertStatus(await page.submit({ "q.star": "sun", "q.name": "Sol" }), 303);
  assertStatus(await page.save({ "q.star": "moon" }), 409);
});

void test("Buttons move the items of an ordering question without scripts", async () => {
  const choices = ["Mercury", "Venus", "Earth"].map((text, index) => ({ id: `c${index}`, text }));
  const questions = [{ id: "near", kind: "ordering", prompt_markdown: "From the sun outwards?", choices }];
  const { path, browser } = await aStartedQuiz({ questions });
  const shown = itemsIn((await browser.open(path)).body);
  const [first] = shown;
  const id = choices.find(({ text }) => text === first)!.id;
  const pressed = await (await aPage(browser, path)).press({ act: `down.near.${id}` });
  assertStatus(pressed, 303);
  assert.match(String(pressed.headers.location), /#q-near$/);
  const { body } = await browser.open(path);
  assert.deepEqual(itemsIn(body), [shown[1], first, shown[2]]);
  assert.match(body, /1 of 1 answered|data-answered/);
});
