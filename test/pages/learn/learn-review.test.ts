import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { aCourse, enrollMember, report } from "../../support/worlds/lessons.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { aReviewer, keptReview, ratingsOf, review, withdraw } from "../../support/worlds/reviews.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { textOf } from "../support/asked.ts";

const scopes = "courses:read courses:write school:read school:write";

const settings = async (site: ASite, changes: object) => {
  const answer = await (await operatorOf(site, scopes)).patch("/school/settings/reviews", { settings: changes });
  assertStatus(answer, 200);
};

const eventsOf = async (site: ASite) =>
  (await outboxOf(site)).flatMap(({ type }) => (type.startsWith("review.") ? [type.slice(7)] : []));

void describe("A review of a course", () => {
  void test("can be written by learners who have done a lecture, also after their access has ended", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{ completionRule: { kind: "manual" } }, {}]]);
    const member = await site.member();
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const before = textOf(await browser.open(course.path));
    assert.match(before, /Your review Complete at least one lecture to review this course\./);
    assert.doesNotMatch((await browser.open(`${course.path}/review`)).body, /name="rating"/);

    await report(browser, course.lessons[0]!, { kind: "completed" });
    const done = await review(browser, course, { rating: 4 });
    assert.equal(done.address, `${course.path}?review=saved#review`);
    assert.match(textOf(done), /Your review has been saved\. ★★★★☆ Your review is public\. Edit your review/);
    assert.deepEqual(await ratingsOf(site, course), [4, 1]);

    const former = await site.member();
    const ended = new Date(now().getTime() - day);
    await enrollMember(site, former, course, { daysAgo: 9, completedAt: ended, expiresAt: ended });
    await review(await site.signedIn(former), course, { rating: 1 });
    assert.deepEqual(await ratingsOf(site, course), [5, 2]);
  });

  void test("cannot be written without enrollment, after revoked access, or by staff and lecturers", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{}]]);
    const [stranger, revoked, manager] = [
      await site.member(),
      await site.member(),
      await site.member({ roles: ["manager"] }),
    ];
    await enrollMember(site, revoked, course, { status: "revoked", completedAt: now() });
    await enrollMember(site, manager, course, { status: "completed", completedAt: now() });
    for (const member of [stranger, revoked, manager]) {
      const browser = await site.signedIn(member);
      assert.doesNotMatch((await browser.open(course.path)).body, /\/review"/);
      const page = await browser.open(`${course.path}/review`);
      assert.doesNotMatch(page.body, /name="rating"/);
      const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
      const refused = await browser.request("POST", `${course.path}/review`, { csrf, rating: "5" });
      assertStatus(refused, 403);
      assert.equal(await keptReview(site, member, course), undefined);
    }
    assert.deepEqual(await eventsOf(site), []);
  });

  void test("has a form that keeps the input after an error", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{}]]);
    const { member, browser } = await aReviewer(site, course, { name: "Ana Lima" });
    const form = await browser.open(`${course.path}/review`);
    assert.match(textOf(form), /Your name is shown as Ana \./);
    const unrated = await browser.submit(form, { title: "So so", body: "I do not know." }, `${course.path}/review`);
    assert.equal(unrated.status, 422);
    assert.match(unrated.body, /Choose a star rating/);
    assert.match(unrated.body, /value="So so"[^]*I do not know\./);
    const tooLong = await review(browser, course, { rating: 3, body: "x".repeat(5001) });
    assert.match(tooLong.body, /at most 120 characters/);
    assert.match(tooLong.body, /value="3"\s+required\s+checked/);
    assert.equal(await keptReview(site, member, course), undefined);
    const forged = await browser.request("POST", `${course.path}/review`, { csrf: "made-up", rating: "5" });
    assert.equal(forged.statusCode, 403);
    assert.equal(await keptReview(site, member, course), undefined);
  });

  void test("counts immediately, and shows its text once the staff approves it", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, scopes);
    const course = await aCourse(site, [[{}]]);
    const { member, browser } = await aReviewer(site, course);
    const page = await review(browser, course, { rating: 5, title: "  Clear ", body: "Line one.\r\nLine two." });
    assert.match(textOf(page), /Your rating counts\. Your text is awaiting approval/);
    const kept = (await keptReview(site, member, course))!;
    assert.deepEqual([kept.title, kept.body, kept.status], ["Clear", "Line one.\nLine two.", "pending"]);
    assert.deepEqual(await ratingsOf(site, course), [5, 1]);
    await operator.patch(`/reviews/${kept.wireId}`, { status: "published", reply: "Thank you." });
    assert.deepEqual(await ratingsOf(site, course), [5, 1]);
    assert.match(textOf(await browser.open(course.path)), /Your review is public/);

    await review(browser, course, { rating: 3, title: "Clear", body: "Line one.\nLine two." });
    assert.equal((await keptReview(site, member, course))!.status, "published", "This text was approved.");
    assert.deepEqual(await ratingsOf(site, course), [3, 1]);
    await review(browser, course, { rating: 3, title: "Clear", body: "Buy my boat." });
    assert.equal((await keptReview(site, member, course))!.status, "pending");
    assert.deepEqual(await ratingsOf(site, course), [3, 1], "Adding a text does not withdraw the rating.");
    await review(browser, course, { rating: 3 });
    assert.equal((await keptReview(site, member, course))!.status, "published");
    assert.deepEqual(await eventsOf(site), ["created", "updated", "updated", "updated", "updated"]);
    await review(browser, course, { rating: 3 });
    assert.equal((await eventsOf(site)).length, 5, "Nothing has changed.");
  });

  void test("is moderated according to the school's setting", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{}]]);
    const statusAfter = async (said: { rating: number; body?: string }) => {
      const { member, browser } = await aReviewer(site, course);
      await review(browser, course, said);
      return (await keptReview(site, member, course))?.status;
    };
    await settings(site, { moderation: "none" });
    assert.equal(await statusAfter({ rating: 5, body: "Clear." }), "published");
    await settings(site, { moderation: "all" });
    assert.equal(await statusAfter({ rating: 5 }), "pending");
    await settings(site, { accept: false });
    const { browser } = await aReviewer(site, course);
    assert.match((await browser.open(`${course.path}/review`)).body, /does not accept reviews at the moment/);
    assert.doesNotMatch((await browser.open(course.path)).body, /\/review"/);
    assert.deepEqual(await ratingsOf(site, course), [10, 2]);
  });

  void test("A hidden review stays pending after any change by its author, including withdrawal", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, scopes);
    await settings(site, { moderation: "none" });
    const course = await aCourse(site, [[{}]]);
    const { member, browser } = await aReviewer(site, course);
    await review(browser, course, { rating: 1, body: "Rude." });
    const { wireId } = (await keptReview(site, member, course))!;
    const status = async () => (await keptReview(site, member, course))?.status;
    await operator.patch(`/reviews/${wireId}`, { status: "hidden" });
    assert.match(textOf(await browser.open(course.path)), /The school has hidden your text/);
    await review(browser, course, { rating: 1, body: "Less rude." });
    assert.equal(await status(), "pending");
    await review(browser, course, { rating: 2 });
    assert.equal(await status(), "pending");
    await withdraw(browser, course);
    await review(browser, course, { rating: 3 });
    assert.equal(await status(), "pending");
    assert.deepEqual(await ratingsOf(site, course), [3, 1]);
    await operator.patch(`/reviews/${wireId}`, { status: "published" });
    await review(browser, course, { rating: 4 });
    assert.equal(await status(), "published");
    assert.deepEqual(await ratingsOf(site, course), [4, 1]);
  });

  void test("is withdrawn with its text and answer, and can be written again", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, scopes);
    const course = await aCourse(site, [[{}]]);
    const { member, browser } = await aReviewer(site, course);
    await review(browser, course, { rating: 5, title: "Clear", body: "All of it." });
    const { wireId } = (await keptReview(site, member, course))!;
    await operator.patch(`/reviews/${wireId}`, { status: "published", reply: "Thank you." });
    const page = await withdraw(browser, course);
    assert.match(textOf(page), /Your review has been deleted\. What did you think of this course\?/);
    const kept = (await keptReview(site, member, course))!;
    assert.deepEqual([kept.isWithdrawn, kept.title, kept.body, kept.reply], [true, null, "", null]);
    assert.deepEqual(await ratingsOf(site, course), [0, 0]);
    assert.equal((await operator.get(`/reviews/${wireId}`)).statusCode, 404);
    const { deleted } = (await operator.get("/reviews?include_deleted=true")).json<{ deleted: { id: string }[] }>();
    assert.deepEqual(
      deleted.map(({ id }) => id),
      [wireId],
    );

    await review(browser, course, { rating: 2 });
    const again = (await operator.get(`/reviews/${wireId}`)).json<Record<string, unknown>>();
    assert.deepEqual([again["rating"], again["edited_at"], again["status"]], [2, null, "published"]);
    assert.deepEqual(await ratingsOf(site, course), [2, 1]);
    assert.deepEqual(await eventsOf(site), ["created", "updated", "deleted", "created"]);
  });

  void test("can be withdrawn by an author who is no longer eligible to write one", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{}]]);
    const { member, browser } = await aReviewer(site, course);
    await review(browser, course, { rating: 5 });
    await settings(site, { accept: false });
    const page = await browser.open(course.path);
    assert.match(textOf(page), /Delete your review/);
    await withdraw(browser, course);
    assert.equal((await keptReview(site, member, course))!.isWithdrawn, true);
  });

  void test("can be changed 20 times an hour", async () => {
    const site = await aSite();
    const course = await aCourse(site, [[{}]]);
    const { browser } = await aReviewer(site, course);
    for (let time = 0; time < 20; time++)
      assert.equal((await review(browser, course, { rating: 1 + (time % 5) })).status, 200);
    const refused = await review(browser, course, { rating: 1 });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.response.headers["retry-after"]) > 0);
    assert.match(refused.body, /edited reviews too often/);
  });
});
