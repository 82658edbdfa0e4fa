import assert from "node:assert/strict";
import { test } from "node:test";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { endEnrollments } from "#domain/learning/enrollments/jobs/end-enrollments.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { day } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { enrollmentEvents } from "../support/worlds/lessons.ts";
import { aSite, type ASite } from "../support/world.ts";

const ends = new Date("2027-06-30T12:00:00.000Z");
const before = (days: number) => new Date(ends.getTime() - days * day);

/** Enrolls a student until `ends`, with access for `days` days in total. */
async function anEnrollment(site: ASite, days = 90): Promise<string> {
  const scope = { db: database, site: site.site };
  const [id, courseId] = [newId(), newId()];
  const { id: studentId } = await site.member();
  await insertCourse(scope, { id: courseId, slug: `knots-${courseId}`, name: "Knots" }, before(365));
  const dates = { startsAt: before(days), enrolledAt: before(days), expiresAt: ends };
  await insertEnrollment(scope, { id, studentId, courseId, ...dates }, before(days));
  return id;
}

/** Runs the job in two processes at the same time. */
const at = async (site: ASite, now: Date) => {
  const of = { siteId: site.site.id };
  await Promise.all([endEnrollments(database, now, of), endEnrollments(database, now, of)]);
};

void test("Subscribers are notified once each, seven days and one day before access ends and when it has ended", async () => {
  const site = await aSite();
  const id = await anEnrollment(site);
  const emittedAt = async (time: Date) => {
    await at(site, time);
    return (await enrollmentEvents(site, id)).map((type) => type.replace("enrollment.", "")).toSorted();
  };
  assert.deepEqual(await emittedAt(before(8)), []);
  assert.deepEqual(await emittedAt(before(6.9)), ["expiring"]);
  assert.deepEqual(await emittedAt(before(3)), ["expiring"]);
  assert.deepEqual(await emittedAt(before(0.9)), ["expiring", "expiring"]);
  assert.deepEqual(await emittedAt(ends), ["expired", "expiring", "expiring"]);
  assert.deepEqual(await emittedAt(before(-1)), ["expired", "expiring", "expiring"]);
  const row = await database.first<{ status: string }>`
    select status from enrollments where site_id = ${site.site.id} and id = ${id}`;
  assert.equal(row?.status, "expired");
});

void test("Short access is not announced as expiring, and revoked access is not announced as ended", async () => {
  const site = await aSite();
  const [short, revoked] = [await anEnrollment(site, 5), await anEnrollment(site)];
  await database.run`
    update enrollments set status = 'revoked' where site_id = ${site.site.id} and id = ${revoked}`;
  await at(site, before(4));
  await at(site, before(0.5));
  await at(site, ends);
  assert.deepEqual((await enrollmentEvents(site, short)).toSorted(), ["enrollment.expired", "enrollment.expiring"]);
  assert.deepEqual(await enrollmentEvents(site, revoked), []);
});
