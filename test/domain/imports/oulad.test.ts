import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { findAccountByEmail, listAccountSites } from "#domain/people/accounts/queries.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { findCourseBySlug } from "#domain/catalog/courses/queries.ts";
import { listLectures, listSections } from "#domain/catalog/curriculum/queries.ts";
import { listEnrolledCourses } from "#domain/learning/enrollments/enrolled-courses.ts";
import type { OuladOptions } from "#domain/transfer/imports/oulad/chunks.ts";
import { importOulad } from "#domain/transfer/imports/oulad/import-oulad.ts";
import { addMember } from "#domain/people/members/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { database } from "../../support/database.ts";
import { auditOf } from "../../support/records.ts";
import { aSiteContext } from "../support.ts";
import { folderOf } from "./fixtures/folder.ts";
import { aSmallSet, freshNumbers } from "./fixtures/oulad.ts";
import { rowsOf } from "./rows-of.ts";

const unchangedCounts = {
  courses: 0,
  sections: 0,
  lectures: 0,
  quizzes: 0,
  assignments: 0,
  accounts: 0,
  members: 0,
  enrollments: 0,
  attempts: 0,
  submissions: 0,
  progress: 0,
  places: 0,
};

async function imported(t: TestContext, options: OuladOptions = {}, s = freshNumbers()) {
  const context = (await aSiteContext())();
  const folder = folderOf(t, aSmallSet(s));
  return { context, folder, s, counts: await importOulad(context, folder, options) };
}

const enrollmentsOf = (context: RequestContext) =>
  context.db.many<Record<string, unknown>>`
    select external_id, status, source, enrolled_at, starts_at, expires_at, completed_at, revoked_at, metadata
      from enrollments where site_id = ${context.site.id} order by external_id`;

void test("Runs become courses with a section per week, materials before the week's assessments", async (t) => {
  const { context } = await imported(t);
  const course = (await findCourseBySlug(context, "aaa-2013b"))!;
  assert.equal(course.name, "Module AAA, February 2013");
  assert.match(course.descriptionMarkdown, /Kuzilek .*\[CC BY 4\.0\]/);
  const sections = await listSections(context, course.id);
  const lectures = await listLectures(context, course.id);
  assert.equal(course.lectureCount, lectures.length);
  assert.deepEqual(
    sections.map(({ id, title }) => [
      title,
      lectures.filter(({ sectionId }) => sectionId === id).map((lecture) => `${lecture.kind} ${lecture.title}`),
    ]),
    [
      ["Course materials", ["text Home page 10"]],
      ["Week 1", ["link Link 11", "text Study text 12", "assignment TMA 1"]],
      ["Week 2", ["quiz CMA 1"]],
      ["Exam", ["quiz Exam 1"]],
    ],
  );
});

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
const credits = (result: string, count: number, attempts = 0) => ({
  metadata: { final_result: result, studied_credits: String(count), previous_attempts: String(attempts) },
});

void test("Registrations become enrollments: passed is completed, failed is expired, withdrawn is revoked", async (t) => {
  const { context, s } = await imported(t);
  const common = { source: "import", expiresAt: null, completedAt: null, revokedAt: null };
  const enrollments = [
    {
      ...common,
      ...credits("Pass", 240),
      externalId: `oulad/AAA/2013B/${s + 1}`,
      status: "completed",
      enrolledAt: day("2013-01-01"),
      startsAt: day("2013-02-01"),
      completedAt: day("2013-09-29"),
    },
    {
      ...common,
      ...credits("Fail", 60, 1),
      externalId: `oulad/AAA/2013B/${s + 2}`,
      status: "expired",
      enrolledAt: day("2013-02-06"),
      startsAt: day("2013-02-06"),
      expiresAt: day("2013-09-29"),
    },
    {
      ...common,
      ...credits("Withdrawn", 60),
      externalId: `oulad/AAA/2013B/${s + 3}`,
      status: "revoked",
      enrolledAt: day("2013-01-31"),
      startsAt: day("2013-02-01"),
      revokedAt: day("2013-02-13"),
    },
    {
      ...common,
      ...credits("Distinction", 60),
      externalId: `oulad/AAA/2013J/${s + 1}`,
      status: "completed",
      enrolledAt: day("2013-10-01"),
      startsAt: day("2013-10-01"),
      completedAt: day("2014-06-26"),
    },
    {
      ...common,
      ...credits("Withdrawn", 60),
      externalId: `oulad/AAA/2013J/${s + 4}`,
      status: "revoked",
      enrolledAt: day("2013-10-01"),
      startsAt: day("2013-10-01"),
      revokedAt: day("2014-06-26"),
    },
  ];
  assert.deepEqual(await enrollmentsOf(context), enrollments);
});

void test("Students become members without a password, with an undeliverable address", async (t) => {
  const { context, s } = await imported(t);
  const account = await findAccountByEmail(database, `s${s + 1}@example.invalid`);
  assert.equal(account?.passwordHash, null);
  const members = await context.db.many<object>`
    select email, roles, name, external_id from members where site_id = ${context.site.id} order by external_id`;
  assert.equal(members.length, 4);
  assert.deepEqual(members[0], {
    email: `s${s + 1}@example.invalid`,
    roles: ["student"],
    name: null,
    externalId: `oulad/${s + 1}`,
  });
});

void test("Clicks and submissions become progress, and the newest becomes the last position", async (t) => {
  const { context, s } = await imported(t);
  const account = await findAccountByEmail(database, `s${s + 1}@example.invalid`);
  const [{ memberId } = { memberId: "" }] = await listAccountSites(database, account!.id);
  const courses = await listEnrolledCourses(context, memberId, { first: 10 }, new Date());
  const lectures = new Map<string, string>();
  for (const { slug } of courses) {
    const course = (await findCourseBySlug(context, slug))!;
    for (const { id, title } of await listLectures(context, course.id)) lectures.set(id, title);
  }
  assert.deepEqual(
    courses.map((course) => [course.slug, lectures.get(course.lastLectureId!), course.lastActivityAt?.toISOString()]),
    [
      ["aaa-2013j", "TMA 1", "2013-11-01T00:00:00.000Z"],
      ["aaa-2013b", "Study text 12", "2013-02-10T00:00:00.000Z"],
    ],
  );
  const [clicked, submitted] = await context.db.many<{ first: Date; last: Date; completedAt: Date | null }>`
    select first_opened_at as first, updated_at as last, completed_at from lecture_progress
     where site_id = ${context.site.id}
       and enrollment_id = ${courses[1]!.id} order by first_opened_at`;
  assert.deepEqual(
    [clicked?.first.toISOString(), clicked?.last.toISOString(), clicked?.completedAt],
    ["2013-01-30T00:00:00.000Z", "2013-02-10T00:00:00.000Z", new Date("2013-01-30T00:00:00.000Z")],
  );
  assert.equal(submitted?.completedAt?.toISOString(), "2013-02-06T00:00:00.000Z");
});

void test("A second import leaves every row unchanged, including its physical location", async (t) => {
  const { context, folder, counts } = await imported(t);
  assert.deepEqual(counts, {
    courses: 2,
    sections: 6,
    lectures: 8,
    quizzes: 2,
    assignments: 2,
    accounts: 4,
    members: 4,
    enrollments: 5,
    attempts: 2,
    submissions: 4,
    progress: 8,
    places: 4,
  });
  const before = await rowsOf(context, "xmin, ctid,");
  assert.deepEqual(await importOulad(context, folder), unchangedCounts);
  assert.deepEqual(await rowsOf(context, "xmin, ctid,"), before);
});

void test("An import that changes a progress marks it, its enrollment and its student as updated", async (t) => {
  const { context, folder, s } = await imported(t);
  const { id: siteId } = context.site;
  const [long, marked] = [new Date("2020-01-01"), `oulad/AAA/2013B/${s + 1}`];
  await database.run`update lecture_progress set recorded_at = ${long} where site_id = ${siteId}`;
  await database.run`update enrollments set updated_at = ${long} where site_id = ${siteId}`;
  await database.run`update members set updated_at = ${long} where site_id = ${siteId}`;
  await database.run`
    update lecture_progress set first_opened_at = first_opened_at + interval '1 day'
     where site_id = ${siteId} and completed_at = first_opened_at and updated_at > first_opened_at
       and enrollment_id = (select id from enrollments where site_id = ${siteId} and external_id = ${marked})`;
  await importOulad(context, folder);
  const updated = await database.many<{ what: string }>`
    select 'progress of ' || enrollments.external_id as what from lecture_progress
      join enrollments on enrollments.site_id = ${siteId} and enrollments.id = lecture_progress.enrollment_id
     where lecture_progress.site_id = ${siteId} and lecture_progress.recorded_at > ${long}
    union all
    select external_id from enrollments where site_id = ${siteId} and updated_at > ${long}
    union all
    select email from members where site_id = ${siteId} and updated_at > ${long}`;
  assert.deepEqual(
    updated.map(({ what }) => what),
    [`progress of ${marked}`, marked, `s${s + 1}@example.invalid`],
  );
});

void test("Manual changes since an import are kept by the next import", async (t) => {
  const { context, folder, s } = await imported(t);
  await database.run`
    update enrollments set status = 'active', revoked_at = null
     where site_id = ${context.site.id} and external_id = ${`oulad/AAA/2013B/${s + 3}`}`;
  await database.run`update courses set enrollment_count = 3 where site_id = ${context.site.id} and slug = 'aaa-2013b'`;
  await database.run`update submissions set status = 'returned', score = null where site_id = ${context.site.id}`;
  await database.run`
    update lecture_progress set completed_at = null, completion_decided_at = updated_at
     where site_id = ${context.site.id}`;
  await database.run`update enrollments set progress_permille = 0 where site_id = ${context.site.id}`;
  const before = await rowsOf(context);
  await importOulad(context, folder);
  assert.deepEqual(await rowsOf(context), before);
});

void test("An import limited to the first students includes only their enrollments and progress", async (t) => {
  const { context, folder, counts, s } = await imported(t, { students: 1 });
  const { accounts, enrollments, progress } = counts;
  assert.deepEqual([accounts, enrollments, progress], [1, 2, 4]);
  assert.deepEqual(
    (await enrollmentsOf(context)).map(({ externalId }) => externalId),
    [`oulad/AAA/2013B/${s + 1}`, `oulad/AAA/2013J/${s + 1}`],
  );
  const rest = await importOulad(context, folder);
  assert.deepEqual([rest.accounts, rest.enrollments, rest.progress], [3, 3, 4]);
});

void test("A start date shifts all runs by the same offset and applies to later imports", async (t) => {
  const { context, folder } = await imported(t, { startDate: new Date("2026-02-02T00:00:00.000Z"), students: 1 });
  assert.equal((await findCourseBySlug(context, "aaa-2013b"))?.metadata["starts_on"], "2026-02-02");
  assert.equal((await findCourseBySlug(context, "aaa-2013j"))?.metadata["starts_on"], "2026-10-02");
  await assert.rejects(importOulad(context, folder, { startDate: new Date("2025-01-01T00:00:00.000Z") }), {
    code: "conflict",
    message: /courses that start on 2026-02-02/,
  });
  await importOulad(context, folder);
  const [newest] = await context.db.many<{ at: Date }>`
    select max(updated_at) as at from lecture_progress where site_id = ${context.site.id}`;
  assert.equal(newest?.at.toISOString(), "2026-11-02T00:00:00.000Z");
});

void test("An existing member keeps the membership and gets the enrollments", async (t) => {
  const s = freshNumbers();
  const context = (await aSiteContext())();
  const email = `s${s + 1}@example.invalid`;
  const ana = await perform(addMember, context, { email, name: "Ana", roles: ["lecturer"] });
  const folder = folderOf(t, aSmallSet(s));
  const counts = await importOulad(context, folder);
  assert.deepEqual([counts.accounts, counts.members, counts.enrollments, counts.progress], [3, 3, 5, 8]);
  const courses = await listEnrolledCourses(context, ana.id, { first: 10 }, new Date());
  assert.deepEqual(
    courses.map(({ slug }) => slug),
    ["aaa-2013j", "aaa-2013b"],
  );
  assert.deepEqual(await importOulad(context, folder), unchangedCounts);
});

void test("A student of two sites has one account", async (t) => {
  const { folder, s } = await imported(t);
  const elsewhere = (await aSiteContext())();
  const counts = await importOulad(elsewhere, folder);
  assert.deepEqual([counts.accounts, counts.members, counts.enrollments], [0, 4, 5]);
  const account = await findAccountByEmail(database, `s${s + 1}@example.invalid`);
  assert.equal((await listAccountSites(database, account!.id)).length, 2);
});

void test("Two imports into one site do not run concurrently", async (t) => {
  const context = (await aSiteContext())();
  const folder = folderOf(t, aSmallSet(freshNumbers()));
  const ended = await Promise.allSettled([importOulad(context, folder), importOulad(context, folder)]);
  const refused = ended.filter((end) => end.status === "rejected");
  assert.equal(refused.length, 1);
  assert.match(String(refused[0]!.reason), /is already running at this site/);
});

void test("Every import writes one audit entry with its counts", async (t) => {
  const { context, counts } = await imported(t);
  const entries = await auditOf(context);
  assert.deepEqual(
    entries.map(({ action, actorKind, details }) => ({ action, actorKind, details })),
    [{ action: "importOulad", actorKind: "cli", details: { ...counts } }],
  );
});
