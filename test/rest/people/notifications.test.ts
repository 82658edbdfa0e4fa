import assert from "node:assert/strict";
import { test } from "node:test";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { newId, parseId } from "#domain/platform/ids.ts";
import { publishDuePosts } from "#domain/content/posts/jobs/publish-due-posts.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { lockSchool, updateSchool } from "#domain/site/school/queries.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, hour, later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { runNotices } from "../../support/worlds/notices.ts";
import { muteTopic } from "../../support/worlds/records.ts";
import type { AMember, ASite } from "../../support/world.ts";
import { anOperator, type Operator } from "../support/operator.ts";
import { aCourse, aLecture, aSection, curriculumScopes } from "../support/taught-course.ts";

/** The titles and links in a member's inbox, oldest first. */
async function notificationsOf({ site }: ASite, { id }: AMember) {
  await runNotices(site.id);
  return database.many<{ template: string; data: Record<string, string>; link: string | null }>`
    select template, data, link from notifications
     where site_id = ${site.id} and member_id = ${id} and topic <> 'account_security' order by created_at, id`;
}

const templatesTo = async (site: ASite, member: AMember) =>
  (await notificationsOf(site, member)).map(({ template }) => template);

async function announcePosts(site: ASite): Promise<void> {
  const scope = { ...site.context(), db: database };
  await lockSchool(scope);
  await updateSchool(scope, { settings: { notifications: { newPosts: true } } }, now());
}

const inTime = (milliseconds: number) => new Date(now().getTime() + milliseconds).toISOString();

const everyDay = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

async function aService(operator: Operator): Promise<string> {
  const lecturer = (await operator.post("/lecturers", { name: "Lu" })).json<{ id: string }>().id;
  const weekly = everyDay.map((weekday) => ({ day: weekday, from: "09:00", to: "12:00" }));
  const response = await operator.post("/consulting_services", {
    name: "Navigation hour",
    duration_minutes: 60,
    lecturer_ids: [lecturer],
    status: "published",
    availability: { time_zone: "Asia/Taipei", weekly, max_days_ahead: 700 },
  });
  assertStatus(response, 201);
  return response.json<{ id: string }>().id;
}

void test("A member is notified when a session is booked, moved and canceled, in the time zone of the service", async () => {
  const operator = await anOperator("digital_products:read digital_products:write lecturers:write");
  const member = await operator.site.member();
  const service = await aService(operator);
  const date = new Date(now().getTime() + 3 * day).toISOString().slice(0, 10);
  const booked = await operator.post(`/consulting_services/${service}/bookings`, {
    starts_at: `${date}T01:00:00Z`,
    member_id: member.sub,
  });
  assertStatus(booked, 201);
  const { id } = booked.json<{ id: string }>();
  const move = async (hours: string) =>
    operator.post(`/consulting_bookings/${id}/reschedule`, { starts_at: `${date}T${hours}:00:00Z` });
  for (const hours of ["02", "03", "02"]) assert.equal((await move(hours)).statusCode, 200);
  assert.equal((await operator.post(`/consulting_bookings/${id}/cancel`)).statusCode, 200);
  assert.equal((await operator.post(`/consulting_bookings/${id}/cancel`)).statusCode, 409);
  const booking = (hours: string) => ({ service: "Navigation hour", startsAt: `${date} ${hours}:00 (Asia/Taipei)` });
  assert.deepEqual(
    (await notificationsOf(operator.site, member)).map(({ template, data }) => [template, data]),
    [
      ["booking_made", booking("09")],
      ["booking_moved", booking("10")],
      ["booking_moved", booking("11")],
      ["booking_moved", booking("10")],
      ["booking_canceled", booking("10")],
    ],
  );
});

void test("A dry run sends no notification", async () => {
  const operator = await anOperator("digital_products:read digital_products:write lecturers:write");
  const member = await operator.site.member();
  const service = await aService(operator);
  const date = new Date(now().getTime() + 3 * day).toISOString().slice(0, 10);
  const dryRunResult = await operator.post(`/consulting_services/${service}/bookings?dry_run=true`, {
    starts_at: `${date}T01:00:00Z`,
    member_id: member.sub,
  });
  assertStatus(dryRunResult, 200);
  assert.deepEqual(await notificationsOf(operator.site, member), []);
});

void test("A member gets announcements in the school's own text, unless they turned them off", async () => {
  const operator = await anOperator("members:read members:write");
  const { site } = operator;
  const [member, silent] = [await site.member(), await site.member()];
  const stranger = await (await anOperator("members:read")).site.member();
  for (const channel of ["inbox", "email"]) await muteTopic(site, silent, "announcement", channel);
  const announcement = { title: "Pool closed", body: "Until Monday.\n\nThen as ever.", url: "/pool" };
  const send = (to: AMember, fields: object = {}, rest = "") =>
    operator.post(`/members/${to.sub}/notifications${rest}`, { ...announcement, ...fields });

  const dryRunResult = await send(member, {}, "?dry_run=true");
  assertStatus(dryRunResult, 200);
  const sent = await send(member);
  assertStatus(sent, 201);
  const expected = {
    object: "member_notification",
    member_id: member.sub,
    topic: "announcement",
    ...announcement,
    told: true,
  };
  assert.deepEqual(sent.json(), expected);
  assert.equal((await send(silent)).json<{ told: boolean }>().told, false);
  assert.equal((await send(stranger)).statusCode, 404);
  for (const wrong of [{ title: "" }, { title: "a\nb" }, { body: "x".repeat(2001) }, { url: "javascript:alert(1)" }]) {
    assert.equal((await send(member, wrong)).statusCode, 422, JSON.stringify(wrong));
  }
  const page = await (await site.signedIn(member)).open("/account/notifications");
  assert.equal(page.body.match(/Pool closed/g)?.length, 2, "Its title, and the text of its button.");
  assert.ok(page.body.includes(`href="${site.origin}/pool"`));
});

async function publish(operator: Operator, fields: object = {}, at: object = {}): Promise<string> {
  const post = { title: "Low tide", excerpt: "Mind the rocks.", access: "public", body_markdown: "x", ...fields };
  const { id } = (await operator.post("/posts", post)).json<{ id: string }>();
  const published = await operator.post(`/posts/${id}/publish`, at);
  assertStatus(published, 200);
  return id;
}

void test("A published post is announced to the members once, if the school announces its posts", async () => {
  const operator = await anOperator("posts:read posts:write");
  const member = await operator.site.member();
  await publish(operator);
  assert.deepEqual(await notificationsOf(operator.site, member), [], "A school does not announce posts by default.");
  await announcePosts(operator.site);
  const id = await publish(operator, { title: "High tide" });
  await operator.post(`/posts/${id}/unpublish`);
  await operator.post(`/posts/${id}/publish`);
  assert.deepEqual(await notificationsOf(operator.site, member), [
    { template: "post_published", data: { post: "High tide", excerpt: "Mind the rocks." }, link: "/posts/high-tide" },
  ]);
});

void test("A scheduled post is announced when its time comes; a backdated one is not", async () => {
  const operator = await anOperator("posts:read posts:write");
  const member = await operator.site.member();
  await announcePosts(operator.site);
  await publish(operator, { title: "Old" }, { publish_at: inTime(-2 * day) });
  await publish(operator, { title: "Soon" }, { publish_at: inTime(hour) });
  assert.deepEqual(await notificationsOf(operator.site, member), []);
  await later(2 * hour, async () => {
    await Promise.all([publishDuePosts(database, now()), publishDuePosts(database, now())]);
    const announced = await notificationsOf(operator.site, member);
    assert.deepEqual(
      announced.map(({ data }) => data["post"]),
      ["Soon"],
    );
  });
});

void test("A post for the members of a plan is announced only to them", async () => {
  const operator = await anOperator("posts:read posts:write membership_plans:read membership_plans:write");
  const [inside, outside, ended] = [
    await operator.site.member(),
    await operator.site.member(),
    await operator.site.member(),
  ];
  await announcePosts(operator.site);
  const plan = await operator.post("/membership_plans", { name: "Crew", plan_type: "recurring" });
  assertStatus(plan, 201);
  const { id } = plan.json<{ id: string }>();
  const then = new Date(now().getTime() - day);
  for (const [member, endsAt] of [
    [inside, null],
    [ended, then],
  ] as const) {
    await database.run`
      insert into subscriptions (site_id, id, member_id, plan_id, status, source, starts_at, ends_at, created_at,
                                 updated_at)
      values (${operator.site.site.id}, ${newId()}, ${member.id}, ${parseId("membershipPlan", id)}, 'active', 'manual',
              ${then}, ${endsAt}, ${then}, ${then})`;
  }
  await publish(operator, { access: "plans", plan_ids: [id] });
  assert.deepEqual(
    [
      await templatesTo(operator.site, inside),
      await templatesTo(operator.site, outside),
      await templatesTo(operator.site, ended),
    ],
    [["post_published"], [], []],
  );
});

async function enroll({ site }: ASite, { id: studentId }: AMember, course: string, expiresAt: Date | null = null) {
  const then = new Date(now().getTime() - 90 * day);
  const dates = { startsAt: then, enrolledAt: then, expiresAt };
  const enrollment = { id: newId(), studentId, courseId: parseId("course", course)!, ...dates };
  await insertEnrollment({ db: database, site }, enrollment, then);
}

/** Early in the next window of ten minutes: lectures that open within it are announced together. */
const aheadOfWindow = () => 11 * minute - (Date.now() % (10 * minute));

void test("Lectures that open in a published course are announced to its students together, without drafts and scheduled ones", async () => {
  const operator = await anOperator(curriculumScopes);
  const { site } = operator;
  const [student, former, stranger] = [await site.member(), await site.member(), await site.member()];
  const course = await aCourse(operator, "Knots");
  await enroll(site, student, course);
  await enroll(site, former, course, new Date(now().getTime() - day));
  const section = await aSection(operator, course, { status: "published" });
  await aLecture(operator, section, { title: "Before", status: "published" });
  assert.deepEqual(await notificationsOf(site, student), [], "The course is still a draft.");
  assert.equal((await operator.post(`/courses/${course}/publish`)).statusCode, 200);
  assert.equal((await operator.patch(`/courses/${course}`, { drip: { mode: "by_enrollment_day" } })).statusCode, 200);

  const draft = await aLecture(operator, section, { title: "Draft", status: "draft", body_markdown: "Soon." });
  await aLecture(operator, section, { title: "Later", status: "published", drip: { after_days: 7 } });
  await aLecture(operator, section, { title: "Staff", status: "published", min_role: "lecturer" });
  assert.deepEqual(await notificationsOf(site, student), []);

  await later(aheadOfWindow(), async () => {
    await aLecture(operator, section, { title: "Bowline", status: "published" });
    await operator.patch(`/lectures/${draft.id}`, { status: "published" });
    await operator.patch(`/lectures/${draft.id}`, { title: "Clove hitch" });
  });
  const [notification, ...more] = await notificationsOf(site, student);
  assert.deepEqual([notification?.template, more], ["lecture_released", []]);
  assert.deepEqual(
    [notification!.data, notification!.link],
    [{ course: "Knots", lecture: "Draft", count: "2" }, "/learn/knots"],
  );
  assert.deepEqual([await notificationsOf(site, former), await notificationsOf(site, stranger)], [[], []]);
});

void test("Each kind of notification has a unique and repeatable deduplication key", () => {
  const resource = { id: newId(), version: 3, name: "Knots", slug: "knots", url: "https://x.example/1" };
  const course = { ...resource, lectureId: newId() };
  const causes = [
    occasions.enrolled(resource, resource),
    occasions.assignmentGraded(resource, "Bowline", course),
    occasions.assignmentGraded({ ...resource, version: 4 }, "Bowline", course),
    occasions.certificateIssued(resource, resource),
    occasions.commentReplied(resource, "Bo", "Knots"),
    occasions.subscriptionStarted(resource, "Crew"),
    occasions.subscriptionExtended(resource, "Crew", ""),
    occasions.subscriptionCanceled(resource, "Crew", ""),
    occasions.subscriptionEnded(resource, "Crew"),
    occasions.subscriptionPaused(resource, "Crew", ""),
    occasions.subscriptionResumed(resource, "Crew"),
    occasions.trialEnding(resource, "Crew", ""),
  ].map(({ cause }) => cause);
  assert.equal(new Set(causes).size, causes.length);
  assert.equal(occasions.enrolled(resource, resource).cause, causes[0]);
});
