import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertLecturer } from "#domain/catalog/lecturers/queries.ts";
import { relate } from "#domain/catalog/courses/relations.ts";
import { newId } from "#domain/platform/ids.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { day, later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { runNotices } from "../../support/worlds/notices.ts";
import { textOf } from "../support/asked.ts";
import { aDiscussion, newest, post, refusalOf } from "../support/discussions.ts";

const inboxOf = async (browser: TestBrowser) => textOf(await browser.open("/account/notifications"));

const countIn = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

void describe("Following a discussion", () => {
  void test("starts with a comment, and notifies once of the comments of others", async () => {
    const { site, path, ana, tom } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Hello" });
    assert.match(textOf(await ana.browser.open(path)), /Stop following You are notified of new comments\./);
    assert.match(textOf(await tom.browser.open(path)), /Follow discussion/);
    await post(tom.browser, `${path}/comments`, { body: "Good day" });
    await post(tom.browser, `${path}/comments`, { body: "And good night" });
    await later(11 * minute, () => runNotices(site.site.id));
    assert.equal(countIn(await inboxOf(ana.browser), /New comments? on “Lecture 1”/g), 1);
    // Tom followed with his first comment, and Ana wrote before it in the same time.
    assert.equal(countIn(await inboxOf(tom.browser), /New comments? on “Lecture 1”/g), 1);
    await later(day, async () => {
      await post(tom.browser, `${path}/comments`, { body: "Still here" });
      await later(11 * minute, () => runNotices(site.site.id));
    });
    assert.equal(countIn(await inboxOf(ana.browser), /New comments? on “Lecture 1”/g), 2);
    assert.equal(countIn(await inboxOf(tom.browser), /New comments? on “Lecture 1”/g), 1);
  });

  void test("is not needed for replies, which are notified on their own", async () => {
    const { site, path, ana, tom } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Why?" });
    await later(11 * minute, () => runNotices(site.site.id));
    const { wireId } = await newest(site);
    await later(day, async () => {
      await post(tom.browser, `${path}/comments/${wireId}`, { act: "reply", reply: "Because" });
      await later(11 * minute, () => runNotices(site.site.id));
    });
    const inbox = await inboxOf(ana.browser);
    assert.match(inbox, /Tom Reed replied/);
    assert.doesNotMatch(inbox, /New comment/);
  });

  void test("ends when the person says so, also after further comments, and with the access", async () => {
    const { site, course, path, ana, tom } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Hello" });
    const stopped = await post(ana.browser, `${path}/comments`, { act: "unfollow" });
    assert.match(textOf(stopped), /You no longer follow this discussion\./);
    await post(ana.browser, `${path}/comments`, { body: "One more" });
    const former = await site.member({ name: "Ida Moss" });
    await enrollMember(site, former, course, { daysAgo: 9 });
    const browser = await site.signedIn(former);
    await post(browser, `${path}/comments`, { act: "follow" });
    await database.run`
      update enrollments set expires_at = ${new Date(now().getTime() - minute)}
       where site_id = ${site.site.id} and student_id = ${former.id}`;
    await later(day, async () => {
      await post(tom.browser, `${path}/comments`, { body: "Good day" });
      await later(11 * minute, () => runNotices(site.site.id));
    });
    assert.doesNotMatch(await inboxOf(ana.browser), /New comment/);
    assert.doesNotMatch(await inboxOf(browser), /New comment/);
    assert.equal(await refusalOf(browser, `${path}/comments`, { act: "follow" }), 403);
  });
});

void describe("Mentions of lecturers", () => {
  void test("notify the lecturers of the course, by role and by name, and no one else", async () => {
    const { site, course, path, ana } = await aDiscussion();
    const scope = { db: database, site: site.site };
    const [uma, max] = [
      await site.member({ name: "Uma Vance", roles: ["lecturer"] }),
      await site.member({ name: "Max Ode", roles: ["lecturer"] }),
    ];
    const lecturerIds = [];
    for (const member of [uma, max]) {
      const id = newId();
      await insertLecturer(
        scope,
        { id, name: member === uma ? "Uma Vance" : "Max Ode", slug: id, memberId: member.id },
        now(),
      );
      lecturerIds.push(id);
    }
    await relate({ ...scope, now: now() }, course.id, { lecturerIds });
    const [ofUma, ofMax] = [await site.signedIn(uma), await site.signedIn(max)];
    await post(ana.browser, `${path}/comments`, { body: "Mail me at ana@lecturer.example or ask @umami" });
    assert.doesNotMatch(await inboxOf(ofUma), /mentioned you/);
    await post(ana.browser, `${path}/comments`, { body: "Dear @Uma, why two loops?" });
    assert.match(await inboxOf(ofUma), /Ana Lima mentioned you The comment is on “Lecture 1”\./);
    assert.doesNotMatch(await inboxOf(ofMax), /mentioned you/);
    await post(ana.browser, `${path}/comments`, { body: "Hello @lecturer!" });
    await post(ana.browser, `${path}/comments`, { body: "@老師請看" });
    assert.equal(countIn(await inboxOf(ofUma), /mentioned you/g), 3);
    assert.equal(countIn(await inboxOf(ofMax), /mentioned you/g), 2);
  });
});

void describe("The discussions of a course", () => {
  void test("list the threads of open lectures, the newest comment first, and those without an answer", async () => {
    const { site, course, path, ana, tom, manager } = await aDiscussion();
    const second = course.lessons[1]!.path;
    await post(ana.browser, `${path}/comments`, { body: "First **question**" });
    const first = await newest(site);
    await later(minute, () => post(tom.browser, `${second}/comments`, { body: "Second question" }));
    const list = `${course.path}/discussion`;
    assert.match(textOf(await ana.browser.open(list)), /Second question .* First question/);
    await later(2 * minute, () =>
      post(manager, `${path}/comments/${first.wireId}`, { act: "reply", reply: "An answer" }),
    );
    const page = await later(3 * minute, () => ana.browser.open(list));
    assert.match(textOf(page), /Lecture 1 First question .* Replies: 1 .* Lecture 2 Second question .* No answer yet/);
    assert.ok(page.body.includes(`href="${path}?comment=${first.wireId}#${first.wireId}"`));
    const open = textOf(await ana.browser.open(`${list}?show=unanswered`));
    assert.match(open, /Second question/);
    assert.doesNotMatch(open, /First question/);
    assert.match(textOf(await ana.browser.open(course.path)), /Discussions/);
  });

  void test("are for people who take part, without hidden comments and locked lectures", async () => {
    const { site } = await aDiscussion();
    const course = await aCourse(site, [[{}, { drip: { afterDays: 7 } }]], {
      course: { drip: { mode: "by_enrollment_day" } },
    });
    const [early, late] = [await site.member({ name: "Eve Early" }), await site.member({ name: "Lou Late" })];
    await enrollMember(site, early, course, { daysAgo: 30 });
    await enrollMember(site, late, course);
    const browser = await site.signedIn(early);
    await post(browser, `${course.lessons[0]!.path}/comments`, { body: "Open to all" });
    const { wireId } = await newest(site);
    await post(browser, `${course.lessons[1]!.path}/comments`, { body: "A later secret" });
    const list = `${course.path}/discussion`;
    assert.match(textOf(await browser.open(list)), /A later secret .* Open to all/);
    const other = await site.signedIn(late);
    assert.doesNotMatch(textOf(await other.open(list)), /A later secret/);
    const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
    await post(manager, `${course.lessons[0]!.path}/comments/${wireId}`, { act: "hide", version: "1" });
    assert.doesNotMatch(textOf(await other.open(list)), /Open to all/);
    assert.match(textOf(await manager.open(list)), /Open to all/);
    const stranger = await site.signedIn(await site.member());
    assert.equal((await stranger.request("GET", list)).statusCode, 403);
    const quiet = await aCourse(site, [[{}]], { course: { commentsEnabled: false } });
    await enrollMember(site, late, quiet);
    assert.equal((await other.request("GET", `${quiet.path}/discussion`)).statusCode, 403);
    assert.doesNotMatch(textOf(await other.open(quiet.path)), /Discussions/);
  });

  void test("take a question about an open lecture, and no other", async () => {
    const { site } = await aDiscussion();
    const course = await aCourse(site, [[{}, { drip: { afterDays: 7 } }]], {
      course: { drip: { mode: "by_enrollment_day" } },
    });
    const member = await site.member();
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const list = `${course.path}/discussion`;
    const [open, locked] = course.lessons.map(({ path }) => path.split("/").at(-1)!);
    const page = await browser.open(list);
    assert.match(textOf(page), /Ask a question/);
    assert.ok(page.body.includes(`<option value="${open}"`));
    assert.ok(!page.body.includes(locked!));
    assert.equal(await refusalOf(browser, list, { lecture: open!, body: " " }), 422);
    assert.match(textOf(await post(browser, list, { lecture: open!, body: " " })), /Your comment is empty/);
    assert.equal(await refusalOf(browser, list, { lecture: locked!, body: "Too early" }), 403);
    const sent = await post(browser, list, { lecture: open!, body: "How long?" });
    assert.match(textOf(sent), /Your comment has been posted\. .* How long\?/);
    assert.match(textOf(await browser.open(list)), /How long\? .* No answer yet/);
    assert.doesNotMatch(textOf(await browser.open(list)), /Too early/);
  });

  void test("continue on further pages", async () => {
    const { course, path, ana, tom } = await aDiscussion();
    for (let index = 0; index < 32; index++) {
      const { browser } = index % 2 === 0 ? ana : tom;
      await later(index * minute, () => post(browser, `${path}/comments`, { body: `Thread-${index}.` }));
    }
    const first = await later(40 * minute, () => ana.browser.open(`${course.path}/discussion`));
    assert.match(first.body, /Thread-31\./);
    assert.doesNotMatch(first.body, />Thread-1\./);
    const [, next] = /href="([^"]+after=[^"]+)"/.exec(first.body)!;
    const second = await ana.browser.open(next!.replaceAll("&amp;", "&"));
    assert.match(second.body, />Thread-1\..*>Thread-0\./s);
    assert.doesNotMatch(second.body, />Thread-2\./);
  });
});
