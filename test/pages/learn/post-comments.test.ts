import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertComment } from "#domain/feedback/comments/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { inTurn, lockRow } from "../../rest/support/at-once.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { textOf } from "../support/asked.ts";
import { aDiscussion, aPost, countOf, csrfOf, keptComments, newest, post, refusalOf } from "../support/discussions.ts";

void describe("The discussion below a post", () => {
  void test("can be read by everyone and written by members", async () => {
    const { site, ana, tom } = await aDiscussion();
    const tides = await aPost(site);
    const visitor = site.browser();
    assert.match(textOf(await visitor.open(tides.path)), /Discussion No comments yet\. Sign in to comment/);
    const posted = await post(ana.browser, `${tides.path}/comments`, { body: "High or low?" });
    const question = await newest(site);
    assert.equal(posted.address, `${tides.path}?done=posted#${question.wireId}`);
    await post(tom.browser, `${tides.path}/comments/${question.wireId}`, { act: "reply", reply: "Low." });
    assert.match(textOf(await visitor.open(tides.path)), /Ana Lima .*High or low\? .*Tom Reed .*Low\./);
    assert.doesNotMatch((await visitor.open(tides.path)).body, /<textarea/);
    assert.equal(await countOf(site, tides.id), 2);
    assert.match(textOf(await ana.browser.open("/account/notifications")), /Tom Reed replied/);
    await post(ana.browser, `${tides.path}/comments/${question.wireId}`, { act: "edit", edit: "High, or low?" });
    assert.match((await visitor.open(tides.path)).body, /High, or low\?/);
    const unsent = await visitor.request("POST", `${tides.path}/comments`, { body: "Me too" });
    assert.ok([303, 403].includes(unsent.statusCode));
    const rejected = await post(ana.browser, `${tides.path}/comments`, { body: "x".repeat(5001) });
    assert.deepEqual([rejected.status, (await keptComments(site)).length], [422, 2]);
    const foreign = { csrf: await csrfOf(tom.browser), body: "Hello" };
    assert.equal((await ana.browser.request("POST", `${tides.path}/comments`, foreign)).statusCode, 403);
  });

  void test("accepts a reply while another reply is deleted", async () => {
    const { site, ana, tom } = await aDiscussion();
    const tides = await aPost(site);
    await post(ana.browser, `${tides.path}/comments`, { body: "High or low?" });
    const { wireId: question } = await newest(site);
    await post(tom.browser, `${tides.path}/comments/${question}`, { act: "reply", reply: "Low." });
    const { wireId: answer } = await newest(site);
    const operator = await operatorOf(site, "school:read");
    const lock = await lockRow(operator, { table: "posts", id: tides.id, against: "no key update" });
    const statuses = await inTurn(
      lock,
      () => refusalOf(tom.browser, `${tides.path}/comments/${answer}`, { act: "delete" }),
      () => refusalOf(ana.browser, `${tides.path}/comments/${question}`, { act: "reply", reply: "Thanks." }),
    );
    assert.deepEqual(statuses, [303, 303]);
    assert.deepEqual(
      (await keptComments(site)).filter(({ isDeleted }) => !isDeleted).map(({ body }) => body),
      ["High or low?", "Thanks."],
    );
    assert.equal(await countOf(site, tides.id), 2);
  });

  void test("follows the access of the post and its switch for comments", async () => {
    const { site, ana } = await aDiscussion();
    const scope = { db: database, site: site.site };
    const said = { commentableType: "post", authorId: ana.member.id, authorRole: "student", body: "Only us" } as const;
    const paths: [path: string, visible: boolean][] = [];
    for (const [fields, visible] of [
      [{ access: "members" }, true],
      [{ access: "plans" }, false],
      [{ commentsEnabled: false }, false],
    ] as const) {
      const { id, path } = await aPost(site, fields);
      await insertComment(scope, { ...said, id: newId(), commentableId: id }, now());
      paths.push([path, visible]);
    }
    for (const [path, visible] of paths) {
      assert.doesNotMatch((await site.browser().open(path)).body, /Only us|id="discussion"/);
      assert.equal((await ana.browser.open(path)).body.includes("Only us"), visible);
      assert.equal(await refusalOf(ana.browser, `${path}/comments`, { body: "Me" }), visible ? 303 : 403);
    }
    const draft = await aPost(site, { status: "draft", publishedAt: null });
    assert.equal(await refusalOf(ana.browser, `${draft.path}/comments`, { body: "Me" }), 404);
  });

  void test("hides comments of moderators' choice from everyone else", async () => {
    const { site, ana, tom, manager } = await aDiscussion();
    const tides = await aPost(site);
    await post(ana.browser, `${tides.path}/comments`, { body: "Buy my boat" });
    const { wireId } = await newest(site);
    await post(manager, `${tides.path}/comments/${wireId}`, { act: "hide", version: "1" });
    assert.equal(await countOf(site, tides.id), 0);
    for (const browser of [site.browser(), tom.browser]) {
      assert.doesNotMatch((await browser.open(tides.path)).body, /Buy my boat/);
      assert.doesNotMatch((await browser.open(`${tides.path}?comment=${wireId}`)).body, /Buy my boat/);
    }
    assert.match((await manager.open(tides.path)).body, /Buy my boat/);
    assert.equal(await refusalOf(tom.browser, `${tides.path}/comments/${wireId}`, { act: "show", version: "2" }), 403);
  });
});
