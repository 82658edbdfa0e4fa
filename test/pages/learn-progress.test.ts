import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { NewLecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import type { NewCourse } from "#domain/catalog/courses/course.ts";
import { database } from "../support/database.ts";
import { later, minute, now, second } from "../support/clock.ts";
import {
  aCourse,
  enrollMember,
  type Lesson,
  progressOf,
  report,
  enrollmentEvents,
  finish,
} from "../support/lessons.ts";
import { type ASite, aSite } from "../support/world.ts";

const ago = (minutes: number) => new Date(now().getTime() - minutes * minute).toISOString();

/** A member in a course of lectures with these fields. */
async function aPupil(lectures: Partial<NewLecture>[], course: Partial<NewCourse> = {}) {
  const site = await aSite();
  const member = await site.member();
  const taught = await aCourse(site, [lectures], { course });
  const enrollment = await enrollMember(site, member, taught, { daysAgo: 1 });
  const browser = await site.signedIn(member);
  const [lesson] = taught.lessons;
  const state = async () => {
    const row = await database.first<{ status: string; isCompleted: boolean }>`
      select status, completed_at is not null as is_completed from enrollments
       where site_id = ${site.site.id} and id = ${enrollment}`;
    return row!;
  };
  return { site, member, browser, enrollment, lesson: lesson!, lessons: taught.lessons, state };
}

const csrfOf = ({ body }: { body: string }) => /name="csrf" value="([^"]+)"/.exec(body)![1]!;

const manual = { completionRule: { kind: "manual" } } as const;

void describe("progress reported by a player", () => {
  void test("is stored, and updates what was last watched in the Member API", async () => {
    const { site, member, browser, lesson } = await aPupil([manual]);
    const answer = await report(browser, lesson, { kind: "position", position_seconds: "37" });
    assert.equal(answer.statusCode, 204);
    const { access_token } = await site.connect(await site.operatorClient(), member, "account:read");
    const query = "{ viewer { enrolledCourses { nodes { lastWatchedLecture { lectureId positionSeconds } } } } }";
    const { data } = (await site.graphql(query, access_token)).json<{
      data: { viewer: { enrolledCourses: { nodes: unknown[] } } };
    }>();
    const lectureId = lesson.path.split("/").at(-1);
    assert.deepEqual(data.viewer.enrolledCourses.nodes, [{ lastWatchedLecture: { lectureId, positionSeconds: 37 } }]);
  });

  void test("counts once, however often it is sent", async () => {
    const { site, browser, enrollment, lesson } = await aPupil([manual]);
    const done = { kind: "completed", id: crypto.randomUUID(), occurred_at: ago(5) };
    await report(browser, lesson, done);
    await report(browser, lesson, { kind: "uncompleted", occurred_at: ago(6) });
    assert.equal((await progressOf(site, enrollment, lesson))?.isDone, true, "Earlier events change nothing.");
    await report(browser, lesson, { kind: "uncompleted", occurred_at: ago(4) });
    assert.equal((await report(browser, lesson, { ...done, occurred_at: ago(3) })).statusCode, 204);
    assert.equal((await progressOf(site, enrollment, lesson))?.isDone, false);
    assert.deepEqual(
      (await enrollmentEvents(site, enrollment)).filter((type) => type === "lecture_progress.completed"),
      ["lecture_progress.completed"],
    );
  });

  void test("does not win by a clock that is ahead", async () => {
    const { site, browser, enrollment, lesson } = await aPupil([manual]);
    await report(browser, lesson, { kind: "position", position_seconds: "500", occurred_at: ago(-600) });
    await report(browser, lesson, { kind: "position", position_seconds: "20" });
    assert.equal((await progressOf(site, enrollment, lesson))?.position, 20);
  });

  void test("sums up seconds watched, at most at double speed: a seek counts nothing", async () => {
    const { site, browser, enrollment, lesson } = await aPupil([manual]);
    const csrf = csrfOf(await browser.request("GET", lesson.path));
    const watchedAfter = (minutes: number, position: number) =>
      later(minutes * minute, async () => {
        const event = { kind: "position", position_seconds: String(position), occurred_at: now().toISOString() };
        await browser.request("POST", `${lesson.path}/progress`, { csrf, id: crypto.randomUUID(), ...event });
        return (await progressOf(site, enrollment, lesson))!.watched;
      });
    assert.equal(await watchedAfter(1, 60), 60);
    assert.equal(await watchedAfter(2, 900), 60 + 120);
    assert.equal(await watchedAfter(3, 10), 60 + 120);
    assert.equal(await watchedAfter(4, 100), 60 + 120 + 90);
  });

  void test("is rejected without the page token, cross-site, and without a session", async () => {
    const { site, browser, enrollment, lesson, member } = await aPupil([manual]);
    const csrf = csrfOf(await browser.request("GET", lesson.path));
    const event = { id: crypto.randomUUID(), kind: "completed", occurred_at: now().toISOString() };
    const url = `${lesson.path}/progress`;
    assert.equal((await browser.request("POST", url, event)).statusCode, 403);
    assert.equal((await browser.request("POST", url, { ...event, csrf: "made-up" })).statusCode, 403);
    const other = await site.signedIn(member);
    assert.equal((await other.request("POST", url, { ...event, csrf })).statusCode, 403);
    assert.equal((await site.browser().request("POST", url, { ...event, csrf })).statusCode, 401);
    browser.headers["sec-fetch-site"] = "cross-site";
    assert.equal((await browser.request("POST", url, { ...event, csrf })).statusCode, 403);
    delete browser.headers["sec-fetch-site"];
    browser.headers["origin"] = "https://evil.example";
    assert.equal((await browser.request("POST", url, { ...event, csrf })).statusCode, 403);
    assert.equal((await progressOf(site, enrollment, lesson))?.isDone, false);
    browser.headers["origin"] = site.origin;
    assert.equal((await browser.request("POST", url, { ...event, csrf })).statusCode, 204);
  });

  void test("is rejected if it is malformed, and for lectures not open to the member", async () => {
    const { site, browser, lesson } = await aPupil([manual]);
    for (const event of [
      { kind: "position" },
      { kind: "position", position_seconds: "soon" },
      { kind: "position", position_seconds: "-1" },
      { kind: "watched" },
      { kind: "opened", id: "seven" },
      { kind: "opened", occurred_at: "yesterday" },
    ]) {
      assert.equal((await report(browser, lesson, event)).statusCode, 400, JSON.stringify(event));
    }
    const stranger = await site.signedIn(await site.member());
    const csrf = csrfOf(await stranger.request("GET", "/account"));
    const event = { csrf, id: crypto.randomUUID(), kind: "opened", occurred_at: now().toISOString() };
    assert.equal((await stranger.request("POST", `${lesson.path}/progress`, event)).statusCode, 403);
  });

  void test("is rate-limited for a minute", async () => {
    const { browser, lesson } = await aPupil([manual]);
    const csrf = csrfOf(await browser.request("GET", lesson.path));
    const send = () =>
      browser.request("POST", `${lesson.path}/progress`, {
        csrf,
        id: crypto.randomUUID(),
        kind: "position",
        position_seconds: "1",
        occurred_at: now().toISOString(),
      });
    // A minute may begin in between: this many in two windows exceed the limit in at least one.
    const answers = [];
    for (let count = 0; count < 242; count++) answers.push(await send());
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    assert.ok(Number(refused?.headers["retry-after"]) > 0);
    assert.equal(answers[0]!.statusCode, 204);
  });
});

const intervalsOf = async ({ site }: ASite, enrollmentId: string, { id }: Lesson) =>
  (await database.first<{ watchedIntervals: number[][] | null }>`
    select watched_intervals from lecture_progress
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} and lecture_id = ${id}`)!.watchedIntervals;

const scattered = (count: number, start: number) =>
  Array.from({ length: count }, (_, index) => `${start + index * 10}-${start + index * 10 + 2}`).join(",");

const videoOf = (provider: "youtube" | "hls", externalUrl: string) => ({
  kind: "video" as const,
  video: { provider, externalUrl, captions: [], chapters: [] },
});

void describe("a lecture is completed", () => {
  const toWatch = { kind: "video", completionRule: { kind: "watch_percent", percent: 80 } } as const;

  /** A student at a video who opened the lecture now. */
  async function aViewer(lecture: Partial<NewLecture> = {}) {
    const { site, browser, enrollment, lesson } = await aPupil([{ ...toWatch, durationSeconds: 100, ...lecture }]);
    await browser.open(lesson.path);
    const isDone = async () => (await progressOf(site, enrollment, lesson))?.isDone;
    /** Reports these parts this many seconds after the lecture was opened. */
    const watch = (
      seconds: number,
      watched: string,
      fields: { position_seconds?: string; duration_seconds?: string } = {},
    ) =>
      later(seconds * second, async () => {
        const answer = await report(browser, lesson, { kind: "position", position_seconds: "1", watched, ...fields });
        return {
          status: answer.statusCode,
          isDone: await isDone(),
          intervals: await intervalsOf(site, enrollment, lesson),
        };
      });
    return { browser, lesson, isDone, watch };
  }

  void test("by watching the required part, once, and not again after it was undone", async () => {
    const { browser, lesson, isDone, watch } = await aViewer();
    assert.equal((await watch(60, "0-78")).isDone, false);
    const { isDone: after, intervals } = await watch(90, "0-78,90-92");
    assert.equal(after, true);
    assert.deepEqual(intervals, [
      [0, 78],
      [90, 92],
    ]);
    await later(91 * second, () => report(browser, lesson, { kind: "uncompleted" }));
    assert.equal((await watch(120, "0-100")).isDone, false);
    assert.equal(await isDone(), false);
  });

  void test("not by seeking to the end", async () => {
    const { watch } = await aViewer();
    const { isDone, intervals } = await watch(600, "0-5,95-100", { position_seconds: "100" });
    assert.equal(isDone, false);
    assert.deepEqual(intervals, [
      [0, 5],
      [95, 100],
    ]);
  });

  void test("by parts of several page views, each counted once, in any order", async () => {
    const { watch } = await aViewer();
    await watch(100, "50-70");
    await watch(100, "40-60");
    assert.deepEqual((await watch(100, "0-10,55-58")).intervals, [
      [0, 10],
      [40, 70],
    ]);
    assert.equal((await watch(200, "10-40")).isDone, false);
    assert.equal((await watch(200, "70-79")).isDone, true);
  });

  void test("not sooner than the video can be watched at double speed, and by the same report later", async () => {
    const { watch } = await aViewer();
    assert.deepEqual(await watch(20, "0-100"), { status: 204, isDone: false, intervals: [[0, 40]] });
    assert.deepEqual(await watch(30, "0-100"), { status: 204, isDone: false, intervals: [[0, 60]] });
    assert.equal((await watch(45, "0-100")).isDone, true);
  });

  void test("not by parts after its end", async () => {
    const { watch } = await aViewer();
    const { isDone, intervals } = await watch(3600, "0-10,90-5000,7000-9000");
    assert.equal(isDone, false);
    assert.deepEqual(intervals, [
      [0, 10],
      [90, 100],
    ]);
  });

  void test("by the length that the player reports, if the lecture has none", async () => {
    const { watch } = await aViewer({ durationSeconds: null });
    assert.equal((await watch(600, "0-40")).isDone, false, "Of unknown length.");
    assert.equal((await watch(600, "0-40", { duration_seconds: "60" })).isDone, false);
    assert.equal((await watch(600, "0-48", { duration_seconds: "60" })).isDone, true);
  });

  void test("and keeps the longest 100 parts of a scattered video, and rejects malformed ones", async () => {
    const { watch } = await aViewer({ durationSeconds: 100_000 });
    await watch(100_000, scattered(100, 0));
    const { intervals } = await watch(100_000, "50000-50003");
    assert.equal(intervals!.length, 100);
    assert.deepEqual(intervals!.at(-1), [50_000, 50_003]);
    for (const watched of ["10-5", "a-b", "1", "1-2-3", "-1-4", "0-1000001", scattered(101, 0)]) {
      assert.equal((await watch(100_000, watched)).status, 400, watched);
    }
  });

  void test("by the student if another provider plays the video, and by watching 90% if the site does", async () => {
    const { site, browser, enrollment, lessons } = await aPupil([
      videoOf("youtube", "https://youtu.be/dQw4w9WgXcQ"),
      { ...videoOf("hls", "https://films.example/a.m3u8"), durationSeconds: 100 },
    ]);
    const done = () => Promise.all(lessons.map(async (lesson) => (await progressOf(site, enrollment, lesson))?.isDone));
    await browser.open(lessons[0]!.path);
    const { body } = await browser.open(lessons[1]!.path);
    assert.deepEqual(await done(), [false, false], "Reading a page completes nothing.");
    await finish(browser, lessons[0]!);
    assert.match(body, /Watch 90% to complete this lecture/);
    assert.deepEqual(await done(), [true, false]);
    await later(100 * second, () =>
      report(browser, lessons[1]!, { kind: "position", position_seconds: "90", watched: "0-90" }),
    );
    assert.deepEqual(await done(), [true, true]);
  });

  void test("and with the last required one the course is completed once, with one event", async () => {
    const { browser, site, enrollment, lessons, state } = await aPupil([
      manual,
      manual,
      { ...manual, required: false },
    ]);
    const [first, second] = lessons;
    await report(browser, first!, { kind: "completed" });
    assert.deepEqual(await state(), { status: "active", isCompleted: false });
    await report(browser, second!, { kind: "completed" });
    assert.deepEqual(await state(), { status: "completed", isCompleted: true });
    await report(browser, second!, { kind: "uncompleted" });
    await report(browser, second!, { kind: "completed" });
    assert.deepEqual(await state(), { status: "completed", isCompleted: true });
    assert.deepEqual(await enrollmentEvents(site, enrollment), [
      "enrollment.started",
      "lecture_progress.completed",
      "lecture_progress.completed",
      "enrollment.completed",
      "lecture_progress.completed",
    ]);
  });

  void test("and the required percentage completes the course, excluding quizzes", async () => {
    const quiz = { kind: "quiz", completionRule: { kind: "pass_quiz" } } as const;
    const half = { requiredPercent: 50, requireQuizzes: false, requireAssignments: false };
    const lenient = await aPupil([manual, quiz], { completion: half });
    await report(lenient.browser, lenient.lesson, { kind: "completed" });
    assert.equal((await lenient.state()).status, "completed");

    const strict = await aPupil([manual, quiz], { completion: { ...half, requireQuizzes: true } });
    await report(strict.browser, strict.lesson, { kind: "completed" });
    assert.equal((await strict.state()).status, "active");
  });

  void test("once by 20 concurrent reports", async () => {
    const { browser, site, enrollment, lesson } = await aPupil([manual]);
    await browser.open(lesson.path);
    await Promise.all(Array.from({ length: 20 }, () => report(browser, lesson, { kind: "completed" })));
    assert.deepEqual(await enrollmentEvents(site, enrollment), [
      "enrollment.started",
      "lecture_progress.completed",
      "enrollment.completed",
    ]);
  });
});
