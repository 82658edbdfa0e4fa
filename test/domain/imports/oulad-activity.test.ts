import assert from "node:assert/strict";
import { renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test, type TestContext } from "node:test";
import type { RequestContext } from "#domain/platform/context.ts";
import { importOulad } from "#domain/transfer/imports/oulad/import-oulad.ts";
import { addMember } from "#domain/people/members/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { aSiteContext } from "../support.ts";
import { folderOf } from "./fixtures/folder.ts";
import { aSmallSet, freshNumbers } from "./fixtures/oulad.ts";

async function aSource(t: TestContext) {
  const s = freshNumbers();
  return { context: (await aSiteContext())(), s, folder: folderOf(t, aSmallSet(s)) };
}

async function imported(t: TestContext) {
  const source = await aSource(t);
  await importOulad(source.context, source.folder);
  return source;
}

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);

/** Keyed by lecture and student number. */
const attemptsOf = ({ db, site }: RequestContext) =>
  db.many<object>`
    select lectures.title, right(members.external_id, 1) as student, attempts.submitted_at, attempts.started_at,
           attempts.score_percent::float8 as score, attempts.passed, attempts.answers, attempts.metadata
      from quiz_attempts as attempts
      join lectures on lectures.site_id = attempts.site_id and lectures.id = attempts.lecture_id
      join members on members.site_id = attempts.site_id and members.id = attempts.student_id
     where attempts.site_id = ${site.id} order by members.external_id`;

const submissionsOf = ({ db, site }: RequestContext) =>
  db.many<object>`
    select courses.slug, right(members.external_id, 1) as student, submissions.status, submissions.submitted_at,
           submissions.due_at, submissions.score::float8 as score, submissions.graded_at
      from submissions
      join courses on courses.site_id = submissions.site_id and courses.id = submissions.course_id
      join members on members.site_id = submissions.site_id and members.id = submissions.student_id
     where submissions.site_id = ${site.id} order by courses.slug, members.external_id`;

interface Progress {
  lecture: string;
  student: string;
  first: string;
  last: string;
  completed: string | null;
}

const progressOf = ({ db, site }: RequestContext) =>
  db.many<Progress>`
    select lectures.title as lecture, right(members.external_id, 1) as student,
           to_char(progress.first_opened_at, 'YYYY-MM-DD') as first, to_char(progress.updated_at, 'YYYY-MM-DD') as last,
           to_char(progress.completed_at, 'YYYY-MM-DD') as completed
      from lecture_progress as progress
      join lectures on lectures.site_id = progress.site_id and lectures.id = progress.lecture_id
      join enrollments on enrollments.site_id = progress.site_id and enrollments.id = progress.enrollment_id
      join members on members.site_id = enrollments.site_id and members.id = enrollments.student_id
     where progress.site_id = ${site.id} order by 2, 1, 3`;

void test("Assessments become quizzes and assignments with passing rules and due dates", async (t) => {
  const { context } = await imported(t);
  const { db, site } = context;
  const quizzes = await db.many<object>`
    select lectures.title, lectures.completion_rule, quizzes.pass_percent, quizzes.attempted
      from quizzes join lectures on lectures.site_id = quizzes.site_id and lectures.id = quizzes.lecture_id
     where quizzes.site_id = ${site.id} order by 1`;
  const quiz = { completionRule: { kind: "pass_quiz" }, passPercent: 40, attempted: true };
  assert.deepEqual(quizzes, [
    { title: "CMA 1", ...quiz },
    { title: "Exam 1", ...quiz },
  ]);
  const assignments = await db.many<object>`
    select lectures.completion_rule, assignments.max_score, assignments.due_days
      from assignments
      join lectures on lectures.site_id = assignments.site_id and lectures.id = assignments.lecture_id
     where assignments.site_id = ${site.id} order by assignments.due_days`;
  const assignment = { completionRule: { kind: "submit" }, maxScore: 100 };
  assert.deepEqual(assignments, [
    { ...assignment, dueDays: 6 },
    { ...assignment, dueDays: 30 },
  ]);
});

void test("Assessment scores become quiz attempts, passed from 40 points", async (t) => {
  const { context } = await imported(t);
  const at = day("2013-02-09");
  const common = { title: "CMA 1", submittedAt: at, startedAt: at };
  const answer = { questionId: "score", choiceIds: [], matches: {}, correct: false };
  assert.deepEqual(await attemptsOf(context), [
    {
      ...common,
      student: "1",
      score: 39,
      passed: false,
      answers: [{ ...answer, text: "39", points: 39 }],
      metadata: {},
    },
    {
      ...common,
      student: "2",
      score: 40,
      passed: true,
      answers: [{ ...answer, text: "40", points: 40 }],
      metadata: { banked: "true" },
    },
  ]);
});

void test("Submitted work becomes submissions, graded if it was marked", async (t) => {
  const { context } = await imported(t);
  const first = { slug: "aaa-2013b", dueAt: day("2013-02-07") };
  const graded = (at: string, score: number) => ({
    status: "graded",
    score,
    submittedAt: day(at),
    gradedAt: day(at),
  });
  assert.deepEqual(await submissionsOf(context), [
    { ...first, student: "1", ...graded("2013-02-06", 80) },
    { ...first, student: "2", ...graded("2013-02-08", 40) },
    { ...first, student: "3", status: "submitted", score: null, submittedAt: day("2013-02-05"), gradedAt: null },
    { slug: "aaa-2013j", dueAt: day("2013-10-31"), student: "1", ...graded("2013-11-01", 90) },
  ]);
});

const asImported: Progress[] = [
  { lecture: "CMA 1", student: "1", first: "2013-02-09", last: "2013-02-09", completed: null },
  { lecture: "Study text 12", student: "1", first: "2013-01-30", last: "2013-02-10", completed: "2013-01-30" },
  { lecture: "TMA 1", student: "1", first: "2013-02-06", last: "2013-02-06", completed: "2013-02-06" },
  { lecture: "TMA 1", student: "1", first: "2013-11-01", last: "2013-11-01", completed: "2013-11-01" },
  { lecture: "CMA 1", student: "2", first: "2013-02-09", last: "2013-02-09", completed: "2013-02-09" },
  { lecture: "Link 11", student: "2", first: "2013-02-02", last: "2013-02-02", completed: "2013-02-02" },
  { lecture: "TMA 1", student: "2", first: "2013-02-08", last: "2013-02-08", completed: "2013-02-08" },
  { lecture: "TMA 1", student: "3", first: "2013-02-05", last: "2013-02-05", completed: "2013-02-05" },
];

void test("Lectures are completed according to their rules: viewed, submitted, passed", async (t) => {
  const { context } = await imported(t);
  assert.deepEqual(await progressOf(context), asImported);
});

void test("Lectures whose completion rule has changed are completed by the new rule", async (t) => {
  const { context, folder } = await aSource(t);
  await importOulad(context, folder, { students: 1 });
  const { db, site } = context;
  await db.run`
    update lectures set completion_rule = '{"kind": "manual"}'
     where site_id = ${site.id} and title in ('Link 11', 'CMA 1')`;
  await importOulad(context, folder);
  const manual = asImported.map((row) => {
    const isLater = row.student === "2" && ["Link 11", "CMA 1"].includes(row.lecture);
    return isLater ? { ...row, completed: null } : row;
  });
  assert.deepEqual(await progressOf(context), manual);
});

void test("The full click log, if present, is read instead of the sample and extends the sample's data", async (t) => {
  const { context, folder, s } = await imported(t);
  const columns = "code_module,code_presentation,id_student,id_site,date,sum_click";
  const clicks = [`AAA,2013B,${s + 1},12,-3,1`, `AAA,2013B,${s + 1},12,11,1`, `AAA,2013B,${s + 3},10,1,1`];
  writeFileSync(path.join(folder, "studentVle.csv"), [columns, ...clicks].join("\n"));
  const { progress, places } = await importOulad(context, folder);
  assert.deepEqual({ progress, places }, { progress: 1, places: 1 });
  const studied = { lecture: "Study text 12", student: "1", first: "2013-01-29", last: "2013-02-12" };
  const fresh = { lecture: "Home page 10", student: "3", first: "2013-02-02", last: "2013-02-02" };
  assert.deepEqual(await progressOf(context), [
    ...asImported
      .map((row) => (row.lecture === studied.lecture ? { ...studied, completed: studied.first } : row))
      .slice(0, 7),
    { ...fresh, completed: fresh.first },
    asImported[7],
  ]);
});

void test("Clicks from an import that predates completion complete their lectures at the next import", async (t) => {
  const { context, folder } = await imported(t);
  const { db, site } = context;
  await db.run`delete from quiz_attempts where site_id = ${site.id}`;
  await db.run`delete from submissions where site_id = ${site.id}`;
  await db.run`
    update lecture_progress set completion_decided_at = null, completed_at = null where site_id = ${site.id}`;
  const { attempts, submissions, progress } = await importOulad(context, folder);
  assert.deepEqual({ attempts, submissions, progress }, { attempts: 2, submissions: 4, progress: 0 });
  assert.deepEqual(await progressOf(context), asImported);
});

void test("Files are found under the archive's names, and ? is read as an unknown value", async (t) => {
  const { context, folder } = await aSource(t);
  const names = {
    "course.csv": "courses.csv",
    "assessment.csv": "assessments.csv",
    "student.csv": "studentInfo.csv",
    "student_registration.csv": "studentRegistration.csv",
    "student_assessment.csv": "studentAssessment.csv",
    "studentVle.sample.csv": "studentVle.csv",
  };
  for (const [name, other] of Object.entries(names)) renameSync(path.join(folder, name), path.join(folder, other));
  const vle = ["id_site,code_module,code_presentation,activity_type,week_from,week_to", "12,AAA,2013B,oucontent,1,1"];
  const unknown = ["11,AAA,2013B,url,1,1", "10,AAA,2013B,homepage,?,?", "20,AAA,2013J,resource,?,?"];
  writeFileSync(path.join(folder, "vle.csv"), [...vle, ...unknown].join("\n"));
  await importOulad(context, folder);
  assert.deepEqual(await progressOf(context), asImported);
});

void test("Courses count their enrollments, and students' last activity is their latest action", async (t) => {
  const { context } = await imported(t);
  const { db, site } = context;
  const courses = await db.many<object>`
    select slug, enrollment_count as count from courses where site_id = ${site.id} order by slug`;
  assert.deepEqual(courses, [
    { slug: "aaa-2013b", count: 2 },
    { slug: "aaa-2013j", count: 1 },
  ]);
  const students = await db.many<{ at: Date | null }>`
    select last_active_at as at from members where site_id = ${site.id} order by external_id`;
  assert.deepEqual(
    students.map(({ at }) => at),
    [day("2013-11-01"), day("2013-02-09"), day("2013-02-05"), null],
  );
});

void test("An existing member gets the results as that member, and the rest of the chunk is imported", async (t) => {
  const { context, folder, s } = await aSource(t);
  const ana = await perform(addMember, context, { email: `s${s + 1}@example.invalid`, roles: ["student"] });
  const { attempts, submissions } = await importOulad(context, folder);
  assert.deepEqual({ attempts, submissions }, { attempts: 2, submissions: 4 });
  const { db, site } = context;
  const [own] = await db.many<{ attempts: number; submissions: number }>`
    select (select count(*) from quiz_attempts where site_id = ${site.id} and student_id = ${ana.id}) as attempts,
           (select count(*) from submissions where site_id = ${site.id} and student_id = ${ana.id}) as submissions`;
  assert.deepEqual(own, { attempts: 1, submissions: 2 });
});
