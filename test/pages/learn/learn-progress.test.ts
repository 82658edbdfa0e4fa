import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { later, minute, now } from "../../support/clock.ts";
import { progressOf, report, enrollmentEvents } from "../../support/worlds/lessons.ts";
import { ago, aLearner, manual } from "../support/learner.ts";

const csrfOf = ({ body }: { body: string }) => /name="csrf" value="([^"]+)"/.exec(body)![1]!;

void describe("progress reported by a player", () => {
  void test("is stored, and updates what was last watched in the Member API", async () => {
    const { site, member, browser, lesson } = await aLearner([manual]);
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
    const { site, browser, enrollment, lesson } = await aLearner([manual]);
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
    const { site, browser, enrollment, lesson } = await aLearner([manual]);
    await report(browser, lesson, { kind: "position", position_seconds: "500", occurred_at: ago(-600) });
    await report(browser, lesson, { kind: "position", position_seconds: "20" });
    assert.equal((await progressOf(site, enrollment, lesson))?.position, 20);
  });

  void test("sums up seconds watched, at most at double speed: a seek counts nothing", async () => {
    const { site, browser, enrollment, lesson } = await aLearner([manual]);
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
    const { site, browser, enrollment, lesson, member } = await aLearner([manual]);
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
    const { site, browser, lesson } = await aLearner([manual]);
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
    const { browser, lesson } = await aLearner([manual]);
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
