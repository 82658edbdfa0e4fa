import assert from "node:assert/strict";
import { test } from "node:test";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { warnOfExpiry } from "#domain/messages/notifications/warn-of-expiry.ts";
import { lockSchool, updateSchool } from "#domain/site/school/queries.ts";
import { day, hour } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { type AMember, aSite, type ASite } from "../support/world.ts";

const ends = new Date("2027-06-30T12:00:00.000Z");
const before = (days: number, more = 0) => new Date(ends.getTime() - days * day - more);

async function aCourse({ site }: ASite): Promise<string> {
  const id = newId();
  const course = { id, slug: `knots-${id}`, name: "Knots", language: "en", position: 0, descriptionMarkdown: "" };
  await insertCourse({ db: database, site }, { ...course, status: "published", publishedAt: before(365) }, before(365));
  return id;
}

/** Enrolls the member until `ends`, with access for `days` days in total. */
async function enrolled({ site }: ASite, { id: studentId }: AMember, courseId: string, days = 90): Promise<string> {
  const id = newId();
  const dates = { startsAt: before(days), enrolledAt: before(days), expiresAt: ends };
  await insertEnrollment({ db: database, site }, { id, studentId, courseId, ...dates }, before(days));
  return id;
}

const change = (site: ASite, id: string, changes: { expiresAt?: Date; status?: string }) =>
  database.run`
    update enrollments set expires_at = coalesce(${changes.expiresAt ?? null}::timestamptz, expires_at),
                           status = coalesce(${changes.status ?? null}, status)
     where site_id = ${site.site.id} and id = ${id}`;

/** Runs the job at `now` in two processes at the same time and returns the members notified then. */
async function warnedAt(site: ASite, now: Date): Promise<string[]> {
  const context = { ...site.context(), now };
  await Promise.all([warnOfExpiry(context), warnOfExpiry(context)]);
  const notified = await database.many<{ memberId: string }>`
    select member_id from notifications
     where site_id = ${site.site.id} and topic = 'access_expiring' and created_at = ${now} order by member_id`;
  return notified.map(({ memberId }) => memberId);
}

const setDays = async (site: ASite, expiryReminderDays: number[]) => {
  const scope = { ...site.context(), db: database };
  await lockSchool(scope);
  await updateSchool(scope, { settings: { notifications: { expiryReminderDays } } }, before(0));
};

void test("Members are notified once each, seven days and one day before their access ends", async () => {
  const site = await aSite();
  const member = await site.member();
  await enrolled(site, member, await aCourse(site));
  assert.deepEqual(await warnedAt(site, before(7, hour)), []);
  assert.deepEqual(await warnedAt(site, before(7)), [member.id]);
  assert.deepEqual(await warnedAt(site, before(6)), []);
  assert.deepEqual(await warnedAt(site, before(1)), [member.id]);
  assert.deepEqual(await warnedAt(site, before(1, -hour)), []);
  assert.deepEqual(await warnedAt(site, ends), []);
});

void test("A notification shows the end in the school's time zone and links to the course", async () => {
  const site = await aSite();
  const scope = { ...site.context(), db: database };
  await lockSchool(scope);
  await updateSchool(scope, { timeZone: "Asia/Taipei" }, before(90));
  await enrolled(site, await site.member(), await aCourse(site));
  await warnedAt(site, before(7));
  const { data, link } = (await database.first<{ data: object; link: string }>`
    select data, link from notifications where site_id = ${site.site.id}`)!;
  assert.deepEqual(data, { name: "Knots", expiresAt: "2027-06-30 20:00 (Asia/Taipei)" });
  assert.match(link, /^\/courses\/knots-/);
});

void test("After a pause only the latest due notice is sent; extended access is announced again", async () => {
  const site = await aSite();
  const member = await site.member();
  const enrollment = await enrolled(site, member, await aCourse(site));
  assert.deepEqual(await warnedAt(site, before(0, hour)), [member.id]);
  assert.deepEqual(await warnedAt(site, before(0, hour / 2)), []);
  await change(site, enrollment, { expiresAt: before(-30) });
  assert.deepEqual(await warnedAt(site, before(-22)), []);
  assert.deepEqual(await warnedAt(site, before(-23)), [member.id]);
});

void test("No notice is sent for short access, revoked access or a school that has turned notices off", async () => {
  const site = await aSite();
  const [short, revoked, other] = [await site.member(), await site.member(), await site.member()];
  const course = await aCourse(site);
  await enrolled(site, short, course, 3);
  await change(site, await enrolled(site, revoked, course), { status: "revoked" });
  assert.deepEqual(await warnedAt(site, before(2)), []);
  assert.deepEqual(await warnedAt(site, before(1)), [short.id]);

  await setDays(site, []);
  await enrolled(site, other, course);
  assert.deepEqual(await warnedAt(site, before(1, -hour)), []);
  await setDays(site, [30, 2]);
  assert.deepEqual(await warnedAt(site, before(30)), [other.id]);
  assert.deepEqual(await warnedAt(site, before(2)), [short.id, other.id].toSorted());
});

void test("More than a thousand members whose access ends at the same time are all notified", async () => {
  const site = await aSite();
  const course = await aCourse(site);
  const ids = Array.from({ length: 1001 }, newId);
  const then = before(90);
  await database.run`
    insert into accounts (id, email, email_key, created_at, updated_at)
    select id, id || '@example.test', id || '@example.test', ${then}, ${then} from unnest(${ids}::uuid[]) as id`;
  await database.run`
    insert into members (site_id, id, account_id, email, email_key, roles, joined_at, created_at, updated_at)
    select ${site.site.id}, id, id, id || '@example.test', id || '@example.test', '{student}', ${then}, ${then}, ${then}
      from unnest(${ids}::uuid[]) as id`;
  await database.run`
    insert into enrollments (site_id, id, student_id, course_id, starts_at, expires_at, enrolled_at, created_at, updated_at)
    select ${site.site.id}, id, id, ${course}, ${then}, ${ends}, ${then}, ${then}, ${then} from unnest(${ids}::uuid[]) as id`;
  assert.deepEqual(await warnedAt(site, before(7)), ids.toSorted());
});

void test("Members with time-limited access to a digital product are notified too", async () => {
  const site = await aSite();
  const member = await site.member();
  const [product, then] = [newId(), before(90)];
  await database.run`
    insert into digital_products (site_id, id, name, slug, created_at, updated_at)
    values (${site.site.id}, ${product}, 'Charts', 'charts', ${then}, ${then})`;
  await database.run`
    insert into digital_product_grants (site_id, id, product_id, member_id, source, granted_at, expires_at, created_at,
                                        updated_at)
    values (${site.site.id}, ${newId()}, ${product}, ${member.id}, 'manual', ${then}, ${ends}, ${then}, ${then})`;
  assert.deepEqual(await warnedAt(site, before(7)), [member.id]);
  assert.deepEqual(await warnedAt(site, before(7, -hour)), []);
});
