import assert from "node:assert/strict";
import { test } from "node:test";
import type { RequestContext } from "#domain/platform/context.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { countEnrolledCourses, listEnrolledCourses } from "#domain/learning/enrollments/enrolled-courses.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { addMember } from "#domain/people/members/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { aSiteContext } from "./support.ts";
import { type NewEnrollment, positionOf } from "../../src/domain/learning/enrollments/enrollment.ts";

const day = (number: number) => new Date(Date.UTC(2025, 0, number));

async function aStudent(context: RequestContext): Promise<string> {
  const member = await perform(addMember, context, { email: `${newId()}@example.test`, roles: ["student"] });
  return member.id;
}

/** Enrolls the student in a new course. */
async function enroll(context: RequestContext, studentId: string, slug: string, fields: Partial<NewEnrollment> = {}) {
  const courseId = newId();
  await insertCourse(context, { id: courseId, slug, name: slug.toUpperCase(), status: "published" }, context.now);
  const enrollment = { id: newId(), studentId, courseId, startsAt: day(1), enrolledAt: day(1), ...fields };
  assert.equal(await insertEnrollment(context, enrollment, context.now), true);
  return enrollment;
}

const slugs = (courses: { slug: string }[]) => courses.map(({ slug }) => slug);

const touch = (context: RequestContext, id: string, at: Date) =>
  context.db.run`update enrollments set last_activity_at = ${at} where site_id = ${context.site.id} and id = ${id}`;

void test("A member's courses are ordered by last activity, or by enrollment date if there is none", async () => {
  const context = (await aSiteContext())();
  const ana = await aStudent(context);
  const { id: first } = await enroll(context, ana, "a", { enrolledAt: day(1) });
  await enroll(context, ana, "b", { enrolledAt: day(3) });
  await enroll(context, ana, "c", { enrolledAt: day(2) });
  assert.deepEqual(slugs(await listEnrolledCourses(context, ana, { first: 10 }, new Date())), ["b", "c", "a"]);
  await touch(context, first, day(9));
  assert.deepEqual(slugs(await listEnrolledCourses(context, ana, { first: 10 }, new Date())), ["a", "b", "c"]);
});

void test("Pages follow each other without gaps or repeats, including courses with equal timestamps", async () => {
  const context = (await aSiteContext())();
  const ana = await aStudent(context);
  for (const slug of ["a", "b", "c", "d", "e"]) await enroll(context, ana, slug, { enrolledAt: day(1) });
  const seen = [];
  let page = await listEnrolledCourses(context, ana, { first: 2 }, new Date());
  while (page.length > 0) {
    seen.push(...page);
    page = await listEnrolledCourses(context, ana, { first: 2, after: positionOf(page.at(-1)!) }, new Date());
  }
  assert.deepEqual(slugs(seen).toSorted(), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(seen, await listEnrolledCourses(context, ana, { first: 10 }, new Date()));
  assert.equal(await countEnrolledCourses(context, ana, {}, new Date()), 5);
});

void test("Revoked enrollments and deleted courses are omitted; expired ones are listed with their status", async () => {
  const context = (await aSiteContext())();
  const ana = await aStudent(context);
  await enroll(context, ana, "revoked", { status: "revoked" });
  await enroll(context, ana, "expired", { status: "expired", expiresAt: day(2) });
  const { courseId } = await enroll(context, ana, "deleted");
  await context.db.run`
    update courses set deleted_at = ${context.now} where site_id = ${context.site.id} and id = ${courseId}`;
  const courses = await listEnrolledCourses(context, ana, { first: 10 }, new Date());
  assert.deepEqual(
    courses.map(({ slug, status, expiresAt }) => [slug, status, expiresAt]),
    [["expired", "expired", day(2)]],
  );
  assert.equal(await countEnrolledCourses(context, ana, {}, new Date()), 1);
});

void test("The list contains only the member's own courses at this site", async () => {
  const [here, there] = [(await aSiteContext())(), (await aSiteContext())()];
  const [ana, bo] = [await aStudent(here), await aStudent(here)];
  await enroll(here, ana, "a");
  assert.deepEqual(await listEnrolledCourses(here, bo, { first: 10 }, new Date()), []);
  assert.deepEqual(await listEnrolledCourses(there, ana, { first: 10 }, new Date()), []);
  assert.equal(await countEnrolledCourses(there, ana, {}, new Date()), 0);
});

void test("A member has at most one enrollment per course", async () => {
  const context = (await aSiteContext())();
  const ana = await aStudent(context);
  const enrollment = await enroll(context, ana, "a");
  assert.equal(await insertEnrollment(context, { ...enrollment, id: newId() }, context.now), false);
});
