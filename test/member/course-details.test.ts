import assert from "node:assert/strict";
import { test } from "node:test";
import type { GraphQLObjectType } from "graphql";
import { assignments, rows } from "#database/statements/sql.ts";
import { insertLecture } from "#domain/catalog/curriculum/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { recordProgress } from "#domain/learning/progress/queries.ts";
import { schema } from "#member/schema.ts";
import { day, now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { setTimeZone } from "../support/worlds/records.ts";
import type { ASite } from "../support/world.ts";
import { fieldOf, selectionOf } from "./support/all-fields.ts";
import { aCourse, enroll, watch } from "./support/enrolled.ts";
import { aLecturer } from "./support/own-items.ts";
import { aReader, type Reader } from "./support/reader.ts";

interface Course {
  slug: string;
  status: string;
  completedAt: string | null;
  progress: {
    completedLectures: number;
    totalLectures: number;
    percent: number;
    nextLecture: { lectureId: string; name: string; opensAt: string | null } | null;
  };
  lecturers: { name: string }[];
}

async function coursesOf({ read }: Reader, args = ""): Promise<Course[]> {
  const query = `{ viewer { enrolledCourses${args} { nodes { slug status completedAt lecturers { name }
    progress { completedLectures totalLectures percent nextLecture { lectureId name opensAt } } } } } }`;
  return (await read<{ viewer: { enrolledCourses: { nodes: Course[] } } }>(query)).viewer.enrolledCourses.nodes;
}

async function addLecture(site: ASite, course: { id: string; lectureId: string }, title: string, fields: object = {}) {
  const scope = { db: database, site: site.site };
  const { sectionId } = (await database.first<{ sectionId: string }>`
    select section_id from lectures where site_id = ${site.id} and id = ${course.lectureId}`)!;
  const id = newId();
  const lecture = { id, courseId: course.id, sectionId, title, position: 2, kind: "text", ...fields } as const;
  await insertLecture(scope, lecture, now());
  return id;
}

const complete = ({ site }: ASite, enrollmentId: string, lectureId: string) =>
  recordProgress({ db: database, site, now: now() }, {
    enrollmentId,
    lectureId,
    kind: "completed",
    occurredAt: now(),
  } as never);

const setCourse = (site: ASite, id: string, changes: object) =>
  database.run`update courses set ${assignments({ ...changes })} where site_id = ${site.id} and id = ${id}`;

void test("Progress counts visible lectures, and the next lecture is the first that is not completed", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const course = await aCourse(site);
  const second = await addLecture(site, course, "Sheet bend");
  await addLecture(site, course, "Draft", { status: "draft", position: 3 });
  await addLecture(site, course, "For staff", { minRole: "lecturer", position: 4 });
  await addLecture(site, course, "Clove hitch", { position: 5 });
  const { enrollmentId } = await enroll(site, member, { course });
  await complete(site, enrollmentId, course.lectureId);
  const [{ progress }] = (await coursesOf(reader)) as [Course];
  assert.deepEqual(progress, {
    completedLectures: 1,
    totalLectures: 3,
    percent: 33.3,
    nextLecture: { lectureId: formatId("lecture", second), name: "Sheet bend", opensAt: null },
  });
});

void test("A completed course has no next lecture", async () => {
  const reader = await aReader();
  const { enrollmentId, lectureId } = await enroll(reader.site, reader.member);
  await complete(reader.site, enrollmentId, lectureId);
  const [{ progress }] = (await coursesOf(reader)) as [Course];
  assert.deepEqual([progress.percent, progress.nextLecture], [100, null]);
});

void test("A drip lecture reports when it opens, by the schedule of its course", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const course = await aCourse(site);
  const opening = async () => (await coursesOf(reader))[0]!.progress.nextLecture!.opensAt;
  const drip = (value: object) =>
    database.run`update lectures set drip = ${value} where site_id = ${site.id} and id = ${course.lectureId}`;
  const { enrollmentId } = await enroll(site, member, { course, daysAgo: 2 });
  const { startsAt } = (await database.first<{ startsAt: Date }>`
    select starts_at from enrollments where site_id = ${site.id} and id = ${enrollmentId}`)!;
  await drip({ afterDays: 5 });
  assert.equal(await opening(), null);
  await setCourse(site, course.id, { drip: { mode: "by_enrollment_day" } });
  assert.equal(await opening(), new Date(startsAt.getTime() + 5 * day).toISOString());
  await drip({ afterDays: 1 });
  assert.equal(await opening(), null);
  await drip({ onDate: "2099-03-01" });
  assert.equal(await opening(), null);
  await setCourse(site, course.id, { drip: { mode: "by_date" } });
  assert.equal(await opening(), "2099-03-01T00:00:00.000Z");
  await setTimeZone(site, "Asia/Taipei");
  assert.equal(await opening(), "2099-02-28T16:00:00.000Z");
});

void test("A course lists its lecturers in order, without hidden ones", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const course = await aCourse(site);
  await enroll(site, member, { course });
  const names = ["Ada", "Bo", "Hidden"];
  for (const [index, name] of names.entries()) {
    const lecturerId = await aLecturer(site, { name, visible: name !== "Hidden" });
    const teaching = { siteId: site.id, courseId: course.id, lecturerId, position: names.length - index };
    await database.run`insert into course_lecturers ${rows(teaching)}`;
  }
  assert.deepEqual((await coursesOf(reader))[0]!.lecturers, [{ name: "Bo" }, { name: "Ada" }]);
});

const at = (days: number) => new Date(now().getTime() + days * day);

void test("Access expires by time, completed or not; access that has not begun is not listed", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const states: [string, object][] = [
    ["ACTIVE", {}],
    ["ACTIVE", { expiresAt: at(1) }],
    ["EXPIRED", { expiresAt: at(-1) }],
    ["COMPLETED", { status: "completed", completedAt: at(-2) }],
    ["EXPIRED", { status: "completed", completedAt: at(-2), expiresAt: at(-1) }],
    ["ACTIVE", { status: "scheduled", startsAt: at(-1) }],
  ];
  const expected = new Map<string, string>();
  for (const [status, fields] of states) expected.set((await enroll(site, member, fields)).slug, status);
  await enroll(site, member, { status: "scheduled", startsAt: at(1) });
  const courses = await coursesOf(reader);
  assert.deepEqual(new Map(courses.map(({ slug, status }) => [slug, status])).size, expected.size);
  for (const { slug, status } of courses) assert.equal(status, expected.get(slug), slug);
  for (const expectedStatus of ["ACTIVE", "COMPLETED", "EXPIRED"]) {
    const found = await coursesOf(reader, `(filter: {statuses: [${expectedStatus}]})`);
    const slugs = [...expected].filter(([, status]) => status === expectedStatus).map(([slug]) => slug);
    assert.deepEqual(new Set(found.map(({ slug }) => slug)), new Set(slugs), expectedStatus);
  }
});

void test("A course is found by its slug; an invalid slug is an error", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  const [one] = [await enroll(site, member), await enroll(site, member)];
  const found = await coursesOf(reader, `(filter: {slug: "${one.slug}"})`);
  assert.deepEqual(
    found.map(({ slug }) => slug),
    [one.slug],
  );
  const query = "query ($slug: String) { viewer { enrolledCourses(filter: {slug: $slug}) { totalCount } } }";
  for (const slug of ["a\0b", "Not A Slug", "x".repeat(10_000)]) {
    assert.equal(await reader.refusal(query, { slug }), "BAD_USER_INPUT");
  }
});

void test("Each field returns the same alone as with all others", async () => {
  const reader = await aReader();
  const { site, member } = reader;
  await watch(site, await enroll(site, member, { expiresAt: new Date(now().getTime() + day), daysAgo: 3 }), 10);
  await enroll(site, member, { daysAgo: 9 });
  const nodesOf = async (selection: string) => {
    const query = `{ viewer { enrolledCourses { nodes { ${selection} } } } }`;
    return (await reader.read<{ viewer: { enrolledCourses: { nodes: Json[] } } }>(query)).viewer.enrolledCourses.nodes;
  };
  const all = await nodesOf(selectionOf(typeNamed("EnrolledCourse"), 5).slice(1, -1));
  for (const [field, selection] of selectionsOf("EnrolledCourse")) {
    const alone = await nodesOf(selection);
    assert.deepEqual(
      alone,
      all.map((node) => ({ [field]: node[field] })),
      field,
    );
  }
  for (const [field, selection] of selectionsOf("LastWatchedLecture")) {
    const [alone] = await nodesOf(`lastWatchedLecture { ${selection} }`);
    const whole = all[0]!["lastWatchedLecture"] as Json;
    assert.deepEqual(alone, { lastWatchedLecture: { [field]: whole[field] } }, field);
  }
});

type Json = Record<string, unknown>;

const typeNamed = (name: string) => schema.getType(name) as GraphQLObjectType;

/** Queries that select each field of a type alone. */
const selectionsOf = (name: string): [string, string][] =>
  Object.values(typeNamed(name).getFields()).map((field) => [field.name, fieldOf(field, 5)]);
