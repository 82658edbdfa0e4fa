import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { aCourse } from "../../support/worlds/lessons.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { aReviewer, keptReview, ratingsOf, review } from "../../support/worlds/reviews.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

const path = "/admin/reviews";

async function aRunSite() {
  const site = await aSite();
  const course = await aCourse(site, [[{}]], { course: { name: "Knots", slug: "knots" } });
  return { site, course, browser: await site.signedIn(await site.member({ roles: ["manager"] })) };
}

void describe("The reviews of a school", () => {
  void test("are listed in the admin area, pending ones first, and published and hidden with a button", async () => {
    const { site, course, browser } = await aRunSite();
    assert.match(textOf(await browser.open(path)), /No pending reviews\./);
    const ana = await aReviewer(site, course, { name: "Ana Lima" });
    const tom = await aReviewer(site, course, { name: "Tom Reed" });
    await review(ana.browser, course, { rating: 4, title: "Clear", body: "All of it." });
    await review(tom.browser, course, { rating: 1 });

    const list = await browser.open(path);
    assert.match(textOf(list), /Knots , by Ana Lima Written .* ★★★★☆ Clear All of it\. Pending Publish Hide Reply/);
    assert.doesNotMatch(textOf(list), /Tom Reed/);
    const { wireId } = (await keptReview(site, ana.member, course))!;
    const published = await browser.submit(list, { act: "publish" }, `${path}/${wireId}`);
    assert.equal(published.address, `${path}?status=pending&done=published`);
    assert.match(textOf(published), /The text is public\. .*Every rating counts immediately\. .* No pending reviews\./);
    assert.deepEqual(await ratingsOf(site, course), [5, 2]);

    const shown = await browser.open(`${path}?status=published`);
    assert.match(textOf(shown), /Tom Reed.*Ana Lima/);
    await browser.submit(shown, { act: "hide" }, `${path}/${(await keptReview(site, tom.member, course))!.wireId}`);
    assert.match(textOf(await browser.open(`${path}?status=hidden`)), /Tom Reed.*Hidden Publish Reply/);
    assert.deepEqual(await ratingsOf(site, course), [5, 2], "Hiding a text does not change the rating.");
    const decisions = (await auditOf(site)).flatMap(({ action }) => (action === "moderateReview" ? [action] : []));
    assert.equal(decisions.length, 2);
  });

  void test("can be answered by the school, and the answer edited and deleted", async () => {
    const { site, course, browser } = await aRunSite();
    const ana = await aReviewer(site, course);
    await review(ana.browser, course, { rating: 4 });
    const { wireId } = (await keptReview(site, ana.member, course))!;
    const address = `${path}/${wireId}`;
    const replies = async () => (await keptReview(site, ana.member, course))!.reply;
    const answer = async (reply: string) =>
      browser.open(address, { ...(await formOf()), act: "reply", from: "page", reply });
    const formOf = async () => {
      const { body } = await browser.open(address);
      const [, csrf] = /name="csrf" value="([^"]+)"/.exec(body)!;
      const [, version] = /name="version" value="([^"]+)"/.exec(body)!;
      return { csrf: csrf!, version: version! };
    };
    const answered = await answer("Thank you.\r\nCome again.");
    assert.equal(answered.address, `${address}?done=replied`);
    assert.equal(await replies(), "Thank you.\nCome again.");
    assert.match(
      textOf(await ana.browser.open(course.path)),
      /Reply from Harbour School · .* Thank you\. Come again\./,
    );
    const tooLong = await answer("x".repeat(5001));
    assert.deepEqual([tooLong.status, await replies()], [422, "Thank you.\nCome again."]);
    assert.match(tooLong.body, /at most 5,000 characters/);
    await answer("");
    assert.equal(await replies(), null);
  });

  void test("cannot be decided on in an outdated version", async () => {
    const { site, course, browser } = await aRunSite();
    const { member, browser: own } = await aReviewer(site, course);
    await review(own, course, { rating: 4, body: "Fine." });
    const { wireId } = (await keptReview(site, member, course))!;
    const seen = await browser.open(path);
    await review(own, course, { rating: 4, body: "Buy my boat." });
    const page = await browser.submit(seen, { act: "publish" }, `${path}/${wireId}`);
    assert.equal(page.status, 409);
    assert.match(textOf(page), /The review has changed in the meantime.*Buy my boat\./);
    assert.equal((await keptReview(site, member, course))!.status, "pending");
    assert.equal((await browser.open(`${path}/rev_00000000000000000000000000`)).status, 404);
  });

  void test("are paginated, and an unknown view shows the first", async () => {
    const { site, course, browser } = await aRunSite();
    for (let index = 0; index < 21; index++) {
      const { browser: own } = await aReviewer(site, course, { name: `Student ${index}.` });
      await review(own, course, { rating: 4, body: "Fine." });
    }
    const first = await browser.open(`${path}?status=moon`);
    assert.match(first.body, /Student 0\./);
    assert.doesNotMatch(first.body, /Student 20\./);
    const next = /href="([^"]*cursor=[^"]*)"/.exec(first.body)![1]!.replaceAll("&amp;", "&");
    assert.match((await browser.open(next)).body, /Student 20\./);
  });

  void test("follow the school's moderation setting", async () => {
    const { site, course, browser } = await aRunSite();
    const saved = await browser.submit(
      await browser.open(path),
      { accept: "on", moderation: "none", names: "none" },
      path,
    );
    assert.equal(saved.address, `${path}?done=saved`);
    const { member, browser: own } = await aReviewer(site, course);
    assert.match(
      textOf(await own.open(`${course.path}/review`)),
      /Your review is published immediately\. Your name is not shown\./,
    );
    await review(own, course, { rating: 4, body: "Fine." });
    assert.equal((await keptReview(site, member, course))!.status, "published");
    await browser.submit(await browser.open(path), { moderation: "all", names: "full" }, path);
    assert.match(textOf(await own.open(`${course.path}/review`)), /does not accept reviews at the moment/);
    assert.match((await browser.open(path)).body, /value="all"\s+required\s+checked/);
  });
});
