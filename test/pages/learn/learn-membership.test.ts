import assert from "node:assert/strict";
import { test } from "node:test";
import { endEnrollments } from "#domain/learning/enrollments/jobs/end-enrollments.ts";
import { endSubscription } from "#domain/memberships/subscriptions/end-subscription.ts";
import { findSubscription } from "#domain/memberships/subscriptions/queries.ts";
import { database } from "../../support/databases/database.ts";
import { day, later, minute, now } from "../../support/clock.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { subscribe } from "../../support/worlds/memberships.ts";
import { openStartForm } from "../../support/worlds/start-course.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { type AMember, aSite, type ASite } from "../../support/world.ts";
import { make } from "../../rest/support/make.ts";
import { anOperator } from "../../rest/support/operator.ts";

const enrollmentOf = ({ site }: ASite) =>
  database.first<{ source: string; sourceId: string; expiresAt: Date | null }>`
    select source, source_id, expires_at from enrollments where site_id = ${site.id}`;

/** Starts the course by the form of a page. */
async function start(browser: TestBrowser, path: string, page?: Page): Promise<Page> {
  if (!page) return (await openStartForm(browser, path))();
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
  const [course, lecture] = path.split("/").slice(2);
  return browser.open(`/learn/${course}/start`, { csrf, lecture: lecture! });
}

void test("A course of a membership is open to its holder, who is enrolled on starting it", async () => {
  const site = await aSite();
  const member = await site.member();
  const taught = await aCourse(site, [[{}, {}]]);
  const browser = await site.signedIn(member);
  const lesson = taught.lessons[0]!;
  const isOpen = async () => (await browser.open(lesson.path)).body.includes("Body of Lecture 1");
  assert.equal(await isOpen(), false);

  const { id, context } = await subscribe(site, member, {}, [taught.id]);
  assert.match((await browser.open(taught.path)).body, /Lecture 1/);
  assert.equal(await isOpen(), true);
  assert.equal((await browser.open(`${taught.path}/continue`)).address, lesson.path);
  assert.equal(await enrollmentOf(site), undefined, "Links enroll nobody.");
  assert.deepEqual(await outboxOf(site), []);
  const started = await start(browser, lesson.path);
  assert.equal(started.address, lesson.path);
  assert.match(started.body, /Body of Lecture 1/);
  assert.doesNotMatch(started.body, /Start course/);
  // A form of another tab.
  assert.equal((await start(browser, lesson.path, started)).address, lesson.path);
  const enrollment = (await enrollmentOf(site))!;
  assert.deepEqual([enrollment.source, enrollment.sourceId], ["membership", id]);
  const types = (await outboxOf(site)).map(({ type }) => type).filter((type) => type.startsWith("enrollment."));
  assert.deepEqual(types, ["enrollment.created", "enrollment.started"]);

  // A delayed job does not revoke access early.
  await later(11 * day, async () => {
    const again = await site.signedIn(member);
    assert.match((await again.open(lesson.path)).body, /Body of Lecture 1/);
  });
  await database.transaction(async (db) => {
    const inside = { ...context, db, now: now() };
    await endSubscription(inside, (await findSubscription(inside, id))!, "canceled", now());
  });
  await later(1000, async () => assert.equal(await isOpen(), false));
});

void test("A plan of all courses opens published ones, and a plan of some opens no other", async () => {
  const site = await aSite();
  const [all, none] = [await site.member(), await site.member()];
  const published = await aCourse(site, [[{}]]);
  const draft = await aCourse(site, [[{}]], { course: { status: "draft", publishedAt: null } });
  await subscribe(site, all, { allCourses: true });
  await subscribe(site, none, {});
  const statusOf = async (member: AMember, { path }: { path: string }) =>
    (await (await site.signedIn(member)).open(path)).status;
  const [ofAll, ofNone] = [await site.signedIn(all), await site.signedIn(none)];
  assert.match((await ofAll.open(published.lessons[0]!.path)).body, /Body of Lecture 1/);
  assert.doesNotMatch((await ofNone.open(published.lessons[0]!.path)).body, /Body of Lecture 1/);
  assert.equal(await statusOf(all, draft), 404);
});

void test("A course is started by a form only, of the member's own session, and only with a membership", async () => {
  const site = await aSite();
  const [member, other] = [await site.member(), await site.member()];
  const taught = await aCourse(site, [[{}]]);
  await subscribe(site, member, { allCourses: true });
  const [browser, without] = [await site.signedIn(member), await site.signedIn(other)];
  const path = `${taught.path}/start`;
  assert.equal((await browser.request("GET", path)).statusCode, 400, "start is no lecture");
  const page = await browser.open(taught.path);
  assert.match(page.body, /Your membership includes this course\./);
  const forged = await browser.request("POST", path, { csrf: "x" });
  assert.equal(forged.statusCode, 403);
  assert.doesNotMatch((await without.open(taught.path)).body, /Start course/);
  const csrf = /name="csrf" value="([^"]+)"/.exec((await without.open("/account")).body)![1]!;
  assert.equal((await without.request("POST", path, { csrf })).statusCode, 403);
  assert.equal(await enrollmentOf(site), undefined);
  assert.equal((await start(browser, taught.path)).address, taught.lessons[0]!.path);
  assert.equal((await enrollmentOf(site))!.source, "membership");
});

void test("Lectures that open by day count from the start of the membership", async () => {
  const site = await aSite();
  const member = await site.member();
  const drip = { course: { drip: { mode: "by_enrollment_day" as const } } };
  const taught = await aCourse(site, [[{}, { drip: { afterDays: 7 } }]], drip);
  await subscribe(site, member, { allCourses: true });
  const browser = await site.signedIn(member);
  assert.doesNotMatch((await browser.open(taught.lessons[1]!.path)).body, /Body of Lecture 2/);
  assert.match((await browser.open(taught.lessons[0]!.path)).body, /Body of Lecture 1/);
  await later(6.5 * day, async () => {
    const again = await site.signedIn(member);
    assert.match((await again.open(taught.lessons[1]!.path)).body, /Body of Lecture 2/);
  });
});

void test("Subscribers are notified when access by a membership changes", async () => {
  const operator = await anOperator("subscriptions:read subscriptions:write membership_plans:write members:read");
  const { site } = operator;
  const member = await site.member();
  const taught = await aCourse(site, [[{}, {}]]);
  const plan = await make(operator, "/membership_plans", { name: "Crew", plan_type: "recurring", status: "active" });
  assert.equal((await operator.put(`/membership_plans/${plan.id}/benefits`, { all_courses: true })).statusCode, 200);
  const { id } = await make(operator, "/subscriptions", { member_id: member.sub, plan_id: plan.id });
  await start(await site.signedIn(member), taught.lessons[0]!.path);
  const step = async (name: string, body: object = {}) =>
    assert.equal((await operator.post(`/subscriptions/${id}/${name}`, body)).statusCode, 200);
  const events = async () =>
    (await outboxOf(site))
      .map(({ type }) => type)
      .filter((type) => type.startsWith("enrollment."))
      .slice(2)
      .map((type) => type.replace("enrollment.", ""));
  await step("extend", { days: 3 });
  assert.deepEqual(await events(), ["extended"]);
  await step("pause");
  await endEnrollments(database, new Date(now().getTime() + minute), { siteId: site.site.id });
  assert.deepEqual(await events(), ["extended", "updated", "expired"]);
  await later(2 * minute, () => step("resume"));
  assert.deepEqual(await events(), ["extended", "updated", "expired", "reactivated"]);
});
