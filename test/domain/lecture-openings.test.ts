import assert from "node:assert/strict";
import { test } from "node:test";
import { notifyOfOpenings } from "#domain/catalog/curriculum/openings/notify-of-openings.ts";
import { listOpeningDays, listOpeningsByDay } from "#domain/catalog/curriculum/openings/opening-queries.ts";
import { newId, parseId } from "#domain/platform/ids.ts";
import { notifyOfAllOpenings } from "#domain/catalog/curriculum/jobs/notify-of-openings.ts";
import { assertStatus } from "../support/assert-status.ts";
import { day, hour, minute, now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { listAudience } from "#domain/messages/notifications/audience.ts";
import { runNotices } from "../support/worlds/notices.ts";
import { explained, nodesOf, type Plan, readBy } from "../support/meters/query-plans.ts";
import type { AMember, ASite } from "../support/world.ts";
import { anOperator, type Operator } from "../rest/support/operator.ts";
import { aCourse, aLecture, aSection, curriculumScopes } from "../rest/support/taught-course.ts";

const scopes = `${curriculumScopes} students:read students:write school:read school:write`;

interface Dripping {
  operator: Operator;
  course: string;
  enroll: (fields?: object) => Promise<{ member: AMember; enrollment: string }>;
}

async function aDrippingCourse(mode: string): Promise<Dripping> {
  const operator = await anOperator(scopes);
  const course = await aCourse(operator, "Night sky");
  await operator.patch(`/courses/${course}`, { drip: { mode }, course_type: "free", language: "en" });
  const enroll = async (fields: object = {}) => {
    const member = await operator.site.member({ email: `${newId()}@example.test` });
    const body = { course_id: course, student_id: member.sub, ...fields };
    const response = await operator.post("/enrollments", body);
    assertStatus(response, 201);
    return { member, enrollment: response.json<{ id: string }>().id };
  };
  return { operator, course, enroll };
}

const published = async ({ operator, course }: Dripping, section: object, lectures: object[]) => {
  const made = await aSection(operator, course, { title: "Stars", status: "published", ...section });
  for (const lecture of lectures) await aLecture(operator, made, { status: "published", ...lecture });
  return made;
};

const publish = async ({ operator, course }: Dripping) =>
  assert.equal((await operator.post(`/courses/${course}/publish`)).statusCode, 200);

/** Runs the job of a site at this time in two processes at the same time. */
async function lookAt(site: ASite, time: Date): Promise<void> {
  const once = () => database.transaction((db) => notifyOfOpenings({ ...site.context(), db, now: time }));
  await Promise.all([once(), once()]);
  await runNotices(site.site.id, () => time);
}

async function announcedTo({ site }: ASite, { id }: AMember): Promise<string[]> {
  const rows = await database.many<{ data: { lecture: string; count: string } }>`
    select data from notifications
     where site_id = ${site.id} and member_id = ${id} and template = 'lecture_released'
     order by created_at, cause`;
  return rows.map(({ data }) => `${data.count} ${data.lecture}`);
}

const after = (begun: Date, milliseconds: number) => new Date(begun.getTime() + milliseconds);
const beginning = (daysAgo: number) => ({ starts_at: new Date(now().getTime() - daysAgo * day).toISOString() });

void test("Enrolled students are notified of lectures once, on the day they open, grouped by day", async () => {
  const dripping = await aDrippingCourse("by_enrollment_day");
  const { operator, enroll } = dripping;
  await published(dripping, {}, [{ title: "At once" }, { title: "Moon", drip: { after_days: 3 } }]);
  await published(dripping, { drip: { after_days: 3 } }, [
    { title: "Mars", drip: { after_days: 1 } },
    { title: "Venus", drip: { after_days: 10 } },
    { title: "Draft", status: "draft" },
    { title: "Of the staff", min_role: "lecturer" },
  ]);
  await publish(dripping);
  const begun = now();
  const [early, late] = [await enroll(), await enroll({ starts_at: after(begun, 2 * day).toISOString() })];
  const { site } = operator;
  await lookAt(site, begun);
  await lookAt(site, after(begun, 3 * day - hour));
  assert.deepEqual(await announcedTo(site, early.member), []);
  await lookAt(site, after(begun, 3 * day + minute));
  assert.deepEqual(await announcedTo(site, early.member), ["2 Mars"]);
  await lookAt(site, after(begun, 4 * day));
  assert.deepEqual(await announcedTo(site, early.member), ["2 Mars"]);
  assert.deepEqual(await announcedTo(site, late.member), []);
  await lookAt(site, after(begun, 5 * day + minute));
  assert.deepEqual(await announcedTo(site, late.member), ["2 Mars"]);
  await lookAt(site, after(begun, 8 * day));
  await lookAt(site, after(begun, 10 * day + minute));
  assert.deepEqual(await announcedTo(site, early.member), ["2 Mars", "1 Venus"]);
});

void test("Students without access, who finished the lecture or had opened it before, are not notified", async () => {
  const dripping = await aDrippingCourse("by_enrollment_day");
  const { operator, enroll } = dripping;
  const section = await published(dripping, {}, [{ title: "Moon", drip: { after_days: 3 } }]);
  await publish(dripping);
  const begun = now();
  const people = [await enroll(), await enroll(), await enroll(), await enroll(), await enroll()] as const;
  const [revoked, expired, all, part, stays] = people;
  assert.equal((await operator.post(`/enrollments/${revoked.enrollment}/revoke`, { reason: "x" })).statusCode, 200);
  const ends = { expires_at: after(begun, day).toISOString() };
  assert.equal((await operator.patch(`/enrollments/${expired.enrollment}`, ends)).statusCode, 200);
  for (const [{ enrollment }, body] of [
    [all, { all: true }],
    [part, { section_ids: [section.id] }],
  ] as const) {
    assert.equal((await operator.put(`/enrollments/${enrollment}/unlocks`, body)).statusCode, 200);
  }
  await lookAt(operator.site, begun);
  await lookAt(operator.site, after(begun, 3 * day + minute));
  const heard = await Promise.all(people.map(({ member }) => announcedTo(operator.site, member)));
  assert.deepEqual(heard, [[], [], [], [], ["1 Moon"]]);
  assert.ok(stays);
});

void test("A lecture with a calendar date is announced when that day begins in the school's time zone", async () => {
  const dripping = await aDrippingCourse("by_date");
  const { operator, enroll } = dripping;
  assert.equal((await operator.patch("/school", { time_zone: "Asia/Taipei" })).statusCode, 200);
  const date = new Date(now().getTime() + 20 * day).toISOString().slice(0, 10);
  const opens = new Date(`${date}T00:00:00+08:00`);
  await published(dripping, { drip: { on_date: date } }, [{ title: "Moon" }, { title: "Mars" }]);
  await publish(dripping);
  const { member } = await enroll();
  const { site } = operator;
  await lookAt(site, after(opens, -hour));
  assert.deepEqual(await announcedTo(site, member), []);
  const afterwards = await enroll({ starts_at: after(opens, day).toISOString() });
  await lookAt(site, after(opens, minute));
  assert.deepEqual(await announcedTo(site, member), ["2 Mars"]);
  await lookAt(site, after(opens, 2 * day));
  assert.deepEqual([await announcedTo(site, member), await announcedTo(site, afterwards.member)], [["2 Mars"], []]);
});

void test("Lectures that opened before the first run or more than three days ago are not announced", async () => {
  const dripping = await aDrippingCourse("by_enrollment_day");
  const { operator, enroll } = dripping;
  await published(dripping, {}, [{ title: "Moon", drip: { after_days: 3 } }]);
  await publish(dripping);
  const [past, next] = [await enroll(beginning(5)), await enroll()];
  const { site } = operator;
  await notifyOfAllOpenings(database, now());
  await runNotices(site.site.id);
  assert.deepEqual(await announcedTo(site, past.member), []);
  await lookAt(site, after(now(), 30 * day));
  assert.deepEqual(await announcedTo(site, next.member), [], "the server was down for weeks");
});

void test("Recipients are found by indexes, however many students a course has", async () => {
  const dripping = await aDrippingCourse("by_enrollment_day");
  const { operator, course } = dripping;
  const section = await published(dripping, {}, [{ title: "Moon", drip: { after_days: 3 } }]);
  await publish(dripping);
  const { site } = operator.site;
  const begun = now();
  await enrollMany(operator.site, course, 6000, begun, { hours: -1 });
  await database.run`analyze accounts, members, enrollments, courses, sections, lectures`;
  const plans: Plan[] = [];
  const scope = { db: explained(plans), site };
  const span = { after: new Date(begun.getTime() - 30 * minute), until: after(begun, 30 * minute) };
  assert.deepEqual(await listOpeningDays(scope, span), [3]);
  const start = { days: 3, after: after(span.after, -3 * day), until: after(span.until, -3 * day) };
  const [opening] = await listOpeningsByDay(scope, [start], 10);
  assert.deepEqual([opening!.lecture, opening!.afterDays], ["Moon", 3]);
  const { courseId, lectureIds } = opening!;
  const audience = { kind: "opening" as const, courseId, lectureIds, sectionIds: [section.id] };
  const openedThen = { ...audience, begunAfter: start.after.toISOString(), begunUntil: start.until.toISOString() };
  assert.equal((await listAudience(scope, openedThen, after(begun, minute), { after: null, limit: 500 })).length, 1);
  assert.equal(plans.length, 3);
  for (const node of plans.flatMap(nodesOf)) assert.ok(readBy(node) <= 400, JSON.stringify(node).slice(0, 1500));
});

void test("Many simultaneous openings are announced in batches, without omissions or duplicates", async () => {
  const dripping = await aDrippingCourse("by_enrollment_day");
  const { operator, course } = dripping;
  const { id: section } = await published(dripping, {}, [{ title: "At once" }]);
  await publish(dripping);
  const { site } = operator.site;
  const [begun, count] = [now(), 250];
  await database.run`
    insert into lectures (site_id, id, course_id, section_id, title, position, kind, status, drip, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), ${parseId("course", course)}, ${parseId("section", section)}, 'Day ' || number,
           number, 'text', 'published', jsonb_build_object('afterDays', number), ${begun}, ${begun}
      from generate_series(1, ${count}::integer) as number`;
  // The lecture opens to one student per minute.
  await enrollMany(operator.site, course, count, begun, { days: -1, minutes: 1 });
  await lookAt(operator.site, begun);
  const announced: number[] = [];
  for (let look = 1; look <= 3; look++) {
    const context = { ...operator.site.context(), now: after(begun, 260 * minute + look) };
    announced.push(await database.transaction((db) => notifyOfOpenings({ ...context, db })));
  }
  assert.ok(Math.max(...announced) <= 200, String(announced));
  assert.equal(
    announced.reduce((sum, each) => sum + each),
    count,
  );
  await runNotices(site.id, () => after(begun, 261 * minute));
  const heard = await database.many<{ count: number }>`
    select count(*)::integer as count from notifications
     where site_id = ${site.id} and template = 'lecture_released' group by member_id`;
  assert.deepEqual([heard.length, Math.max(...heard.map((one) => one.count))], [count, 1]);
});

/** Enrolls students in a course, each later than the previous one by the given offset. */
async function enrollMany(
  { site }: ASite,
  course: string,
  count: number,
  begun: Date,
  { days = 0, hours = 0, minutes = 0 }: { days?: number; hours?: number; minutes?: number },
): Promise<void> {
  await database.run`
    insert into accounts (id, email, email_key, created_at, updated_at)
    select gen_random_uuid(), name, name, ${begun}, ${begun}
      from generate_series(1, ${count}::integer) as number, concat(number, ${`@${site.host}`}::text) as name`;
  await database.run`
    insert into members (site_id, id, account_id, email, email_key, roles, joined_at, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), id, email, email_key, '{student}', ${begun}, ${begun}, ${begun}
      from accounts where email like ${`%@${site.host}`}`;
  await database.run`
    insert into enrollments (site_id, id, student_id, course_id, starts_at, enrolled_at, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), id, ${parseId("course", course)},
           ${begun}::timestamptz + row_number() over (order by id)
             * make_interval(hours => 24 * ${days}::integer + ${hours}::integer, mins => ${minutes}::integer),
           ${begun}, ${begun}, ${begun}
      from members where site_id = ${site.id} and roles = '{student}'`;
}
