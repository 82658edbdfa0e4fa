import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { remindLearners } from "#domain/learning/reminders/jobs/remind-learners.ts";
import { newId } from "#domain/platform/ids.ts";
import { rows } from "#database/statements/sql.ts";
import { day, hour } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { mailAbout, mailsInAll } from "../support/doubles/mailroom.ts";
import { aCourse, enrollMember } from "../support/worlds/lessons.ts";
import { runNotices } from "../support/worlds/notices.ts";
import { type AMember, aSite, type ASite, postbox } from "../support/world.ts";

/** A Tuesday far from the activity of other tests, which the job would find too. */
const tuesday = new Date("2031-03-04T09:15:00Z");
const monday = new Date(tuesday.getTime() - day);
const before = (time: Date, days: number) => new Date(time.getTime() - days * day);

async function run(site: ASite, time: Date): Promise<void> {
  await remindLearners(database, time, postbox);
  await runNotices(site.site.id, () => time);
}

const remindersOf = async (site: ASite, member: AMember) =>
  (
    await database.many<{ topic: string }>`
      select topic from notifications
       where site_id = ${site.site.id} and member_id = ${member.id} order by created_at, id`
  ).map(({ topic }) => topic);

/** A student of a course who learned last at a time. */
async function aLearner(
  site: ASite,
  course: Awaited<ReturnType<typeof aCourse>>,
  lastActivityAt: Date,
  changes: { expiresAt?: Date; progressPermille?: number; status?: "active" | "completed" } = {},
) {
  const member = await site.member();
  const enrollmentId = await enrollMember(site, member, course, { daysAgo: 9 });
  const { expiresAt = null, progressPermille = 400, status = "active" } = changes;
  await database.run`
    update enrollments
       set last_activity_at = ${lastActivityAt}, last_lecture_id = ${course.lessons[0]!.id}, expires_at = ${expiresAt},
           progress_permille = ${progressPermille}, status = ${status}
     where site_id = ${site.site.id} and id = ${enrollmentId}`;
  return { member, enrollmentId };
}

const setNotifications = (site: ASite, settings: object, timeZone = "UTC") =>
  database.run`
    update schools set settings = ${{ notifications: settings }}::jsonb, time_zone = ${timeZone}
     where site_id = ${site.site.id}`;

void describe("Reminders to learn", () => {
  void test("invite a person once to continue, after days of silence, also with several processes", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{}, {}]]);
    const { member } = await aLearner(site, course, before(tuesday, 7.1));
    const recent = await aLearner(site, course, before(tuesday, 3));
    const longAgo = await aLearner(site, course, before(tuesday, 30));
    await Promise.all([1, 2, 3].map(() => remindLearners(database, tuesday, postbox)));
    await Promise.all([1, 2].map(() => runNotices(site.site.id, () => tuesday)));
    const mail = await mailAbout(member.email, /Continue with “Knots”/);
    assert.match(mail.email.text!, /You have completed 40% of this course\. You stopped at “Lecture 1”\./);
    assert.ok(mail.email.text!.includes(`${course.path}/continue`));
    const headers = new Map(mail.email.headers.map(({ key, value }) => [key, value]));
    assert.match(headers.get("list-unsubscribe")!, /\/unsubscribe\?link=/);
    assert.equal(headers.get("list-unsubscribe-post"), "List-Unsubscribe=One-Click");
    for (const later of [hour, day, 2 * day]) await run(site, new Date(tuesday.getTime() + later));
    assert.deepEqual(await remindersOf(site, member), ["study_reminder"]);
    assert.equal(await mailsInAll(member.email), 1);
    assert.deepEqual(await remindersOf(site, recent.member), []);
    assert.deepEqual(await remindersOf(site, longAgo.member), []);
  });

  void test("reach the students of later sites if one site fails, and the error names that site", async () => {
    const [broken, site] = [await aSite(), await aSite()];
    for (const each of [broken, site]) await aLearner(each, await aCourse(each, [[{}]]), before(tuesday, 3));
    const { member } = await aLearner(site, await aCourse(site, [[{}]]), before(tuesday, 7.1));
    await setNotifications(broken, { studyReminderDays: "soon" });
    await assert.rejects(remindLearners(database, tuesday, postbox), (error: AggregateError) => {
      assert.deepEqual(
        error.errors.map(({ message }: Error) => message),
        [`The reminders of the site ${broken.site.id} failed.`],
      );
      return true;
    });
    await setNotifications(broken, {});
    await runNotices(site.site.id, () => tuesday);
    assert.deepEqual(await remindersOf(site, member), ["study_reminder"]);
  });

  void test("are not for people who learn elsewhere, have finished, lost access or are suspended", async () => {
    const site = await aSite();
    const [course, other] = [await aCourse(site, [[{}]]), await aCourse(site, [[{}]])];
    const silent = before(tuesday, 7.1);
    const busy = await aLearner(site, course, silent);
    const second = await enrollMember(site, busy.member, other);
    await database.run`
      update enrollments set last_activity_at = ${before(tuesday, 1)}
       where site_id = ${site.site.id} and id = ${second}`;
    const finished = await aLearner(site, course, silent, { status: "completed" });
    const former = await aLearner(site, course, silent, { expiresAt: before(tuesday, 1) });
    const suspended = await aLearner(site, course, silent);
    await database.run`
      update members set status = 'suspended' where site_id = ${site.site.id} and id = ${suspended.member.id}`;
    const hidden = await aCourse(site, [[{}]], { course: { status: "archived" } });
    const archived = await aLearner(site, hidden, silent);
    await run(site, tuesday);
    for (const { member } of [busy, finished, former, suspended, archived]) {
      assert.deepEqual(await remindersOf(site, member), []);
    }
  });

  void test("wait during the quiet hours of the school, in its time zone", async () => {
    const site = await aSite();
    await setNotifications(site, {}, "Asia/Taipei");
    const course = await aCourse(site, [[{}]]);
    // 17:15 in Taipei: the morning has passed, in which reminders begin.
    const { member } = await aLearner(site, course, before(tuesday, 7.1));
    await run(site, tuesday);
    assert.deepEqual(await remindersOf(site, member), []);
    // 07:15 the next day is quiet, 08:15 is not.
    const morning = new Date("2031-03-04T23:15:00Z");
    await run(site, morning);
    assert.deepEqual(await remindersOf(site, member), []);
    await run(site, new Date(morning.getTime() + hour));
    assert.deepEqual(await remindersOf(site, member), ["study_reminder"]);
  });

  void test("are sent neither to people who switched them off, nor at schools that did", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{}]]);
    const silent = before(tuesday, 7.1);
    const choosing = await aLearner(site, course, silent);
    for (const channel of ["inbox", "email"]) {
      const choice = { siteId: site.site.id, memberId: choosing.member.id, topic: "study_reminder", channel };
      await database.run`
        insert into notification_subscriptions ${rows({ ...choice, enabled: false, updatedAt: tuesday })}`;
    }
    await run(site, tuesday);
    assert.deepEqual(await remindersOf(site, choosing.member), []);

    const quiet = await aSite();
    await setNotifications(quiet, { studyReminderDays: null, weeklySummary: false });
    const here = await aCourse(quiet, [[{}]]);
    const { member } = await aLearner(quiet, here, silent);
    await run(quiet, tuesday);
    await run(quiet, monday);
    assert.deepEqual(await remindersOf(quiet, member), []);
  });
});

void describe("The weekly summary", () => {
  void test("counts what a person completed last week, on Mondays, and is not sent to others", async () => {
    const site = await aSite();
    await setNotifications(site, { studyReminderDays: null });
    const course = await aCourse(site, [[{}, {}, {}]]);
    const learner = await aLearner(site, course, before(monday, 1));
    const idle = await aLearner(site, course, before(monday, 1));
    const former = await aLearner(site, course, before(monday, 1), { expiresAt: before(monday, 0.5) });
    const complete = async (enrollmentId: string, index: number, completedAt: Date) => {
      const progress = { siteId: site.site.id, id: newId(), enrollmentId, lectureId: course.lessons[index]!.id };
      await database.run`
        insert into lecture_progress ${rows({ ...progress, completedAt, firstOpenedAt: completedAt, updatedAt: completedAt })}`;
    };
    await complete(learner.enrollmentId, 0, before(monday, 20));
    await complete(learner.enrollmentId, 1, before(monday, 3));
    await complete(learner.enrollmentId, 2, before(monday, 2));
    await complete(former.enrollmentId, 0, before(monday, 2));
    await run(site, before(monday, 1));
    assert.deepEqual(await remindersOf(site, learner.member), []);
    await Promise.all([run(site, monday), run(site, monday)]);
    await run(site, new Date(monday.getTime() + hour));
    const mail = await mailAbout(learner.member.email, /Your week: 2 lectures completed/);
    assert.match(mail.email.text!, /You learned in one course last week\. Continue with “Knots”\./);
    assert.deepEqual(await remindersOf(site, learner.member), ["weekly_summary"]);
    assert.deepEqual(await remindersOf(site, idle.member), []);
    assert.deepEqual(await remindersOf(site, former.member), []);
  });
});
