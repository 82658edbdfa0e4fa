import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { NewLecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { database } from "../../support/databases/database.ts";
import { later, now, second, standingAt } from "../../support/clock.ts";
import { type Lesson, progressOf, report, enrollmentEvents, finish } from "../../support/worlds/lessons.ts";
import type { ASite } from "../../support/world.ts";
import { aLearner, manual } from "../support/learner.ts";

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
  const toWatch = {
    kind: "video",
    video: { provider: "hls", externalUrl: "https://films.example/a.m3u8", captions: [], chapters: [] },
    completionRule: { kind: "watch_percent", percent: 80 },
  } satisfies Partial<NewLecture>;

  /** A student at a video who opened the lecture now. */
  async function aViewer(lecture: Partial<NewLecture> = {}) {
    const { site, browser, enrollment, lesson } = await aLearner([{ ...toWatch, durationSeconds: 100, ...lecture }]);
    const opened = now();
    await standingAt(opened, () => browser.open(lesson.path));
    const isDone = async () => (await progressOf(site, enrollment, lesson))?.isDone;
    /** Does something this many seconds after the lecture was opened. */
    const at = <Result>(seconds: number, work: () => Promise<Result>) =>
      standingAt(new Date(opened.getTime() + seconds * second), work);
    /** Reports these parts this many seconds after the lecture was opened. */
    const watch = (
      seconds: number,
      watched: string,
      fields: { position_seconds?: string; duration_seconds?: string; opened_at?: string } = {},
    ) =>
      at(seconds, async () => {
        const answer = await report(browser, lesson, { kind: "position", position_seconds: "1", watched, ...fields });
        return {
          status: answer.statusCode,
          isDone: await isDone(),
          intervals: await intervalsOf(site, enrollment, lesson),
        };
      });
    return { site, browser, enrollment, lesson, watch, at };
  }

  void test("by watching the required part, once, and by watching it again after it was undone", async () => {
    const { site, browser, enrollment, lesson, watch, at } = await aViewer();
    assert.equal((await watch(60, "0-78")).isDone, false);
    const { isDone: after, intervals } = await watch(90, "0-78,90-92");
    assert.equal(after, true);
    assert.deepEqual(intervals, [
      [0, 78],
      [90, 92],
    ]);
    await at(91, () => report(browser, lesson, { kind: "uncompleted" }));
    const { isDone: isDoneAtOnce, intervals: again } = await watch(120, "0-100");
    assert.equal(isDoneAtOnce, false, "There was no time to watch it again.");
    assert.deepEqual(again, [[0, 58]]);
    assert.equal((await watch(135, "0-100")).isDone, true);
    assert.deepEqual(await enrollmentEvents(site, enrollment), [
      "enrollment.started",
      "lecture_progress.completed",
      "enrollment.completed",
      "lecture_progress.completed",
    ]);
    await at(140, () => report(browser, lesson, { kind: "uncompleted" }));
    await at(141, () => report(browser, lesson, { kind: "completed" }));
    assert.equal((await progressOf(site, enrollment, lesson))?.isDone, true, "The student marked it as done.");
  });

  void test("not by pages that were open when it was marked as not done", async () => {
    const { browser, lesson, watch, at } = await aViewer();
    const openedAt = await at(0, async () => now().toISOString());
    assert.equal((await watch(90, "0-100", { opened_at: openedAt })).isDone, true);
    const undoneAt = await at(100, async () => {
      await report(browser, lesson, { kind: "uncompleted" });
      return now().toISOString();
    });
    const outdated = await watch(600, "0-100", { opened_at: openedAt });
    assert.deepEqual([outdated.isDone, outdated.intervals], [false, null]);
    assert.equal((await watch(610, "0-60", { opened_at: undoneAt })).isDone, false);
    assert.equal((await watch(620, "0-85", { opened_at: undoneAt })).isDone, true);
  });

  void test("by watching it from its start after it was undone, from any position where the student had stopped", async () => {
    const { browser, lesson, watch, at } = await aViewer();
    assert.equal((await watch(90, "0-100", { position_seconds: "100" })).isDone, true);
    await watch(95, "0-100", { position_seconds: "60" });
    assert.match((await browser.open(lesson.path)).body, /data-from="60"/);
    await at(100, () => report(browser, lesson, { kind: "uncompleted" }));
    assert.match((await at(100, () => browser.open(lesson.path))).body, /data-from="0"/);
    const openedAt = await at(101, async () => now().toISOString());
    assert.equal((await watch(150, "0-60", { opened_at: openedAt })).isDone, false);
    assert.equal((await watch(190, "0-100", { opened_at: openedAt })).isDone, true);
  });

  void test("by watching the rest after the student had marked it as done before its end", async () => {
    const { browser, lesson, watch, at } = await aViewer();
    await watch(60, "0-50", { position_seconds: "50" });
    await at(61, () => report(browser, lesson, { kind: "completed" }));
    await at(62, () => report(browser, lesson, { kind: "uncompleted" }));
    assert.match((await at(63, () => browser.open(lesson.path))).body, /data-from="50"/);
    const openedAt = await at(63, async () => now().toISOString());
    assert.equal((await watch(80, "50-70", { opened_at: openedAt })).isDone, false);
    assert.equal((await watch(100, "50-85", { opened_at: openedAt })).isDone, true);
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
    const { site, browser, enrollment, lessons } = await aLearner([
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
    const { browser, site, enrollment, lessons, state } = await aLearner([
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
    const lenient = await aLearner([manual, quiz], { completion: half });
    await report(lenient.browser, lenient.lesson, { kind: "completed" });
    assert.equal((await lenient.state()).status, "completed");

    const strict = await aLearner([manual, quiz], { completion: { ...half, requireQuizzes: true } });
    await report(strict.browser, strict.lesson, { kind: "completed" });
    assert.equal((await strict.state()).status, "active");
  });

  void test("once by 20 concurrent reports", async () => {
    const { browser, site, enrollment, lesson } = await aLearner([manual]);
    await browser.open(lesson.path);
    await Promise.all(Array.from({ length: 20 }, () => report(browser, lesson, { kind: "completed" })));
    assert.deepEqual(await enrollmentEvents(site, enrollment), [
      "enrollment.started",
      "lecture_progress.completed",
      "enrollment.completed",
    ]);
  });
});
