import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { aClass, assignmentScopes as scopes } from "../support/assigned-class.ts";
import { anOperator, operatorOf, type Operator, problemOf } from "../support/operator.ts";
import { aCourse, aLecture, aSection, letTeach } from "../support/taught-course.ts";

interface Submission {
  id: string;
  status: string;
  text: string | null;
  score: number | null;
  given_score: number | null;
  days_late: number;
}

async function only(operator: Operator, query = ""): Promise<Submission> {
  const { data } = (await operator.get(`/submissions?${query}`)).json<{ data: Submission[] }>();
  assert.equal(data.length, 1);
  return data[0]!;
}

const grade = (operator: Operator, id: string, body: object) => operator.post(`/submissions/${id}/grade`, body);

void test("A student's work is submitted, returned, resubmitted and graded, with an event at each step", async () => {
  const operator = await anOperator(scopes);
  const { course, lecture, member, enrollment, page, handIn } = await aClass(operator);
  assert.equal((await handIn({ text: "Over, under" })).statusCode, 303);
  const handed = await only(operator, `assignment_id=${lecture}&course_id=${course}&student_id=${member.sub}`);
  assert.deepEqual([handed.status, handed.text, handed.score], ["submitted", "Over, under", null]);
  assert.equal((await handIn({ text: "Again" })).statusCode, 409);
  const { status } = (await operator.get(`/enrollments/${enrollment}`)).json<{ status: string }>();
  assert.equal(status, "completed");

  const returned = await grade(operator, handed.id, { status: "returned", feedback: "Pull *tighter*" });
  assert.deepEqual([returned.statusCode, returned.json<Submission>().status], [200, "returned"]);
  assert.match(await page(), /<em>tighter<\/em>/);
  const early = await grade(operator, handed.id, { score: 5 });
  assert.deepEqual([early.statusCode, problemOf(early).code], [409, "invalid_state"]);
  assert.deepEqual(early.json<{ allowed: string[] }>().allowed, ["submitted"]);
  await handIn({ text: "Tighter", url: "https://pictures.example/bowline" });
  const graded = await grade(operator, handed.id, { score: 8.5, feedback: "Good" });
  assert.deepEqual([graded.json<Submission>().status, graded.json<Submission>().score], ["graded", 8.5]);
  assert.match(await page(), /8\.5/);

  const types = (await outboxOf(operator.site)).map(({ type }) => type).filter((type) => type.startsWith("submission"));
  assert.deepEqual(types, ["submission.created", "submission.graded", "submission.created", "submission.graded"]);
  const notices = await database.many<{ cause: string }>`
    select cause from notifications where site_id = ${operator.site.site.id} and member_id = ${member.id}`;
  assert.equal(notices.filter(({ cause }) => cause.startsWith("assignment_graded")).length, 2);
});

void test("A student sees when the work was graded, earlier versions, and which version the feedback is about", async () => {
  const operator = await anOperator(scopes);
  const { page, handIn, path, course } = await aClass(operator);
  await handIn({ text: "First <i>knot</i>", url: "https://pictures.example/first" });
  const { id } = await only(operator);
  assert.doesNotMatch(await page(), /Earlier versions|Returned on/);
  await grade(operator, id, { status: "returned", score: 3, feedback: "Pull *tighter*" });
  const returned = await page();
  assert.match(returned, /Returned on\s+<time/);
  assert.match(returned, /<h2>Feedback<\/h2>/);

  await handIn({ text: "Second knot" });
  const resubmitted = await page();
  assert.match(resubmitted, /<h2>Feedback on an earlier version<\/h2>[^]*before your latest submission/);
  assert.match(resubmitted, /Earlier versions[^]*<details>[^]*Score: 3 of 10[^]*First &lt;i&gt;knot/);
  assert.match(resubmitted, /pictures\.example\/first[^]*<em>tighter<\/em>/);
  assert.doesNotMatch(resubmitted, /Graded on/);

  await grade(operator, id, { status: "graded", score: 9 });
  const graded = await page();
  assert.match(graded, /Graded on\s+<time[^]*Score: 9 of 10/);
  assert.match(graded, /Feedback on an earlier version/);
  await grade(operator, id, { status: "returned", feedback: "Almost" });
  assert.match(await page(), /<h2>Feedback<\/h2>[^]*Almost/);
  await handIn({ text: "Third knot" });
  const third = await page();
  assert.ok(third.indexOf("Second knot") < third.indexOf("First &lt;i&gt;knot"));
  assert.equal(third.match(/<details>\s*<summary>\s*<span\s*>\s*Submitted on/g)?.length, 2);

  const other = await operator.site.member({ email: `${newId()}@example.test` });
  await operator.post("/enrollments", { course_id: course, student_id: other.sub });
  const theirs = await (await operator.site.signedIn(other)).open(path);
  assert.doesNotMatch(theirs.body, /Third knot|Second knot/);
});

void test("At most 20 earlier versions of a submission are stored", async () => {
  const operator = await anOperator(scopes);
  const { page, handIn } = await aClass(operator);
  await handIn({ text: "Version 0." });
  const { id } = await only(operator);
  for (let index = 1; index <= 22; index++) {
    await grade(operator, id, { status: "returned" });
    assert.equal((await handIn({ text: `Version ${index}.` })).statusCode, 303);
  }
  const shown = [...(await page()).matchAll(/>Version (\d+)\./g)].map(([, index]) => Number(index));
  assert.deepEqual([shown[0], shown.length, shown.at(-1)], [22, 21, 2]);
});

void test("Late work loses points as the assignment says, or is rejected", async () => {
  const operator = await anOperator(scopes);
  const terms = { due_days: 7, late_policy: { kind: "penalty", percent_per_day: 10 } };
  const late = await aClass(operator, terms, { daysAgo: 8.5 });
  await late.handIn({ text: "At last" });
  const { id, days_late } = await only(operator);
  assert.equal(days_late, 2);
  const graded = (await grade(operator, id, { score: 10 })).json<Submission>();
  assert.deepEqual([graded.given_score, graded.score], [10, 8]);
  const strict = await aClass(operator, { due_days: 7, late_policy: { kind: "refuse" } }, { daysAgo: 8 });
  assert.ok(!(await strict.page()).includes('id="text"'));
  assert.equal((await strict.handIn({ text: "At last" })).statusCode, 409);
});

void test("A due date is the same for all students, and is kept by a copy of the course", async () => {
  const operator = await anOperator(scopes);
  const due_at = new Date(now().getTime() - 1.5 * day).toISOString();
  const terms = { due_at, late_policy: { kind: "penalty", percent_per_day: 10 } };
  const { lecture, course, handIn, page } = await aClass(operator, terms, { daysAgo: 0.5 });
  assert.match(await page(), new RegExp(`Due <time datetime="${due_at}">`));
  await handIn({ text: "At last" });
  assert.equal((await only(operator)).days_late, 2);
  const both = await operator.put(`/lectures/${lecture}/assignment`, {
    instructions_markdown: "Tie it.",
    due_at,
    due_days: 3,
  });
  assert.deepEqual([both.statusCode, problemOf(both).pointers], [422, ["/due_at"]]);
  const strict = { due_at, late_policy: { kind: "refuse" } };
  const closed = await aClass(operator, strict);
  assert.equal((await closed.handIn({ text: "At last" })).statusCode, 409);
  const copy = await operator.post(`/courses/${course}/duplicate`, { name: "Again" });
  assertStatus(copy, 201);
  const copied = await database.many<{ dueAt: Date }>`
    select due_at from assignments where site_id = ${operator.site.site.id} and due_at is not null`;
  assert.deepEqual(
    copied.map(({ dueAt }) => dueAt.toISOString()),
    [due_at, due_at, due_at],
  );
});

void test("Only requested kinds of work are accepted, and no score above the maximum", async () => {
  const operator = await anOperator(scopes);
  const { page, handIn } = await aClass(operator, { submission_kinds: ["text"] });
  assert.ok((await page()).includes("<textarea") && !(await page()).includes('type="url"'));
  for (const fields of [{}, { url: "https://pictures.example/x" }, { text: "x", url: "javascript:alert(1)" }]) {
    const refused = await handIn(fields as Record<string, string>);
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /id="problem"[^>]*role="alert"/);
  }
  const files = await aClass(operator, { submission_kinds: ["file"] });
  const asked = await files.page();
  assert.ok(asked.includes('type="file"') && !asked.includes('type="url"') && !asked.includes('id="text"'));
  assert.equal((await files.handIn({ url: "https://pictures.example/x" })).statusCode, 422);
  await handIn({ text: "Words" });
  const { id } = await only(operator);
  const above = await grade(operator, id, { score: 11 });
  assert.deepEqual([above.statusCode, problemOf(above).pointers], [422, ["/score"]]);
  assert.deepEqual(problemOf(await grade(operator, id, {})).pointers, ["/score"]);
});

void test("A lecturer grades in their own courses only", async () => {
  const owner = await anOperator(scopes);
  const [own, foreign] = [await aClass(owner), await aClass(owner)];
  const lecturer = await operatorOf(owner.site, scopes, { roles: ["lecturer"] });
  await letTeach(lecturer, own.course);
  await own.handIn({ text: "Mine" });
  await foreign.handIn({ text: "Theirs" });
  const theirs = await only(owner, `course_id=${foreign.course}`);
  assert.equal((await lecturer.get(`/submissions/${theirs.id}`)).statusCode, 404);
  assert.equal((await grade(lecturer, theirs.id, { score: 1 })).statusCode, 404);
  const mine = await only(lecturer);
  const graded = await grade(lecturer, mine.id, { score: 9 });
  assert.equal(graded.json<{ graded_by: string }>().graded_by, lecturer.member.sub);
  assert.ok(parseId("submission", mine.id));
});

void test("A lecture unlocked for one student is open early to that student only", async () => {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator);
  await operator.patch(`/courses/${course}`, { drip: { mode: "by_enrollment_day" } });
  const section = await aSection(operator, course);
  const later = await aLecture(operator, section, { title: "Later", body_markdown: "Secret", drip: { after_days: 5 } });
  const other = await aCourse(operator);
  const foreign = await aLecture(operator, await aSection(operator, other));
  const people = [];
  for (const _ of [1, 2]) {
    const member = await operator.site.member({ email: `${newId()}@example.test` });
    const enrolled = await operator.post("/enrollments", { course_id: course, student_id: member.sub });
    const browser = await operator.site.signedIn(member);
    const page = async () => (await browser.request("GET", `/learn/${course}/${later.id}`)).body;
    people.push({ id: enrolled.json<{ id: string }>().id, page });
  }
  const [one, two] = people as [(typeof people)[0], (typeof people)[0]];
  const unlock = (body: object) => operator.put(`/enrollments/${one.id}/unlocks`, body);
  const isOpen = async () => [(await one.page()).includes("Secret"), (await two.page()).includes("Secret")];
  assert.deepEqual(await isOpen(), [false, false]);
  for (const body of [{ lecture_ids: [later.id] }, { section_ids: [section.id] }, { all: true }]) {
    assert.equal((await unlock(body)).statusCode, 200);
    assert.deepEqual(await isOpen(), [true, false], JSON.stringify(body));
    assert.equal((await unlock({})).statusCode, 200);
    assert.deepEqual(await isOpen(), [false, false]);
  }
  const wrong = await unlock({ lecture_ids: [foreign.id] });
  assert.deepEqual([wrong.statusCode, problemOf(wrong).pointers], [422, ["/lecture_ids/0"]]);
  assert.equal((await unlock({ all: true, lecture_ids: [later.id] })).statusCode, 422);
});

void test("Staff submits work for a student, by the rules of the assignment", async () => {
  const operator = await anOperator(scopes);
  const { lecture, enrollment, page } = await aClass(operator, { due_days: 7, late_policy: { kind: "refuse" } });
  const submit = (fields: object = {}) =>
    operator.post("/submissions", { enrollment_id: enrollment, lecture_id: lecture, text: "On paper", ...fields });
  const empty = problemOf(await submit({ text: null }));
  assert.deepEqual([empty.status, empty.pointers], [422, ["/text"]]);
  const early = problemOf(await submit({ submitted_at: new Date(now().getTime() + day).toISOString() }));
  assert.deepEqual(early.pointers, ["/submitted_at"]);
  const submitted = await submit({ external_id: "paper/1" });
  assertStatus(submitted, 201);
  const work = submitted.json<Submission>();
  assert.deepEqual([work.status, work.text, work.days_late], ["submitted", "On paper", 0]);
  assert.match(await page(), /On paper/);
  assert.equal(problemOf(await submit()).code, "invalid_state");
  const { status } = (await operator.get(`/enrollments/${enrollment}`)).json<{ status: string }>();
  assert.equal(status, "completed");
  const late = await aClass(operator, { due_days: 7, late_policy: { kind: "refuse" } }, { daysAgo: 8 });
  const there = { enrollment_id: late.enrollment, lecture_id: late.lecture };
  assert.equal(problemOf(await submit(there)).code, "invalid_state");
  const inTime = new Date(now().getTime() - 2 * day).toISOString();
  const accepted = await submit({ ...there, submitted_at: inTime });
  assert.deepEqual([accepted.statusCode, accepted.json<Submission>().days_late], [201, 0]);
  const lecturer = await operatorOf(operator.site, scopes, { roles: ["lecturer"] });
  const foreign = await lecturer.post("/submissions", { enrollment_id: enrollment, lecture_id: lecture, text: "Mine" });
  assert.deepEqual(problemOf(foreign).pointers, ["/enrollment_id"]);
});
