import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertComment } from "#domain/feedback/comments/queries.ts";
import { insertLecturer } from "#domain/catalog/lecturers/queries.ts";
import { relate } from "#domain/catalog/courses/relations.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { auditOf, outboxOf } from "../../support/worlds/records.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { textOf } from "../support/asked.ts";
import { aDiscussion, aPost, csrfOf, keptComments, newest, post, refusalOf } from "../support/discussions.ts";

void describe("The discussion below a lecture", () => {
  void test("has comments and replies, which notify the author and can be linked to", async () => {
    const { site, path, ana, tom } = await aDiscussion();
    assert.match(textOf(await ana.browser.open(path)), /Discussion .* No comments yet\./);
    const form = await ana.browser.open(path);
    const asked = await ana.browser.submit(form, { body: "Why <b>two</b>\r\nloops?" }, `${path}/comments#problem`);
    const question = await newest(site);
    assert.equal(asked.address, `${path}?done=posted#${question.wireId}`);
    assert.equal(question.body, "Why <b>two</b>\nloops?");
    assert.match(asked.body, /Why &lt;b&gt;two&lt;\/b&gt;<br \/>\nloops\?/);
    assert.match(textOf(asked), /Your comment has been posted\./);

    const page = await tom.browser.open(path);
    const answered = await tom.browser.submit(
      page,
      { reply: "To be safe." },
      `${path}/comments/${question.wireId}#problem`,
    );
    const answer = await newest(site);
    assert.equal(answered.address, `${path}?comment=${answer.wireId}&done=posted#${answer.wireId}`);
    assert.equal(answer.parentId, question.id);
    assert.match(textOf(answered), /Ana Lima .* Tom Reed .* To be safe\./);

    const inbox = await ana.browser.open("/account/notifications");
    assert.match(textOf(inbox), /Tom Reed replied/);
    assert.ok(inbox.body.includes(`${path}?comment=${answer.wireId}#${answer.wireId}`));
    assert.doesNotMatch(textOf(await tom.browser.open("/account/notifications")), /replied/);
    const events = (await outboxOf(site)).filter(({ type }) => type === "comment.created");
    assert.equal(events.length, 2);
  });

  void test("accepts 1 to 5,000 characters, and keeps a rejected text", async () => {
    const { site, path, ana } = await aDiscussion();
    for (const body of ["   ", "x".repeat(5001)]) {
      const rejected = await post(ana.browser, `${path}/comments`, { body });
      assert.equal(rejected.status, 422);
      const problem = body.trim() ? /Enter a comment with at most 5,000 characters\./ : /Your comment is empty\./;
      assert.match(textOf(rejected), problem);
      if (body.trim()) assert.ok(rejected.body.includes(body));
    }
    assert.deepEqual(await keptComments(site), []);
    await post(ana.browser, `${path}/comments`, { body: "x".repeat(5000) });
    const { wireId } = await newest(site);
    const rejected = await post(ana.browser, `${path}/comments/${wireId}`, { act: "edit", edit: "" });
    assert.equal(rejected.status, 422);
    assert.match(rejected.body, /<details open>/);
    assert.equal(await refusalOf(ana.browser, `${path}/comments/${wireId}`, { act: "burn" }), 400);
  });

  void test("stores a comment once whose form is sent twice, and again elsewhere", async () => {
    const { site, path, ana, tom } = await aDiscussion();
    const fields = { body: "Thank you!", csrf: await csrfOf(ana.browser) };
    const answers = await Promise.all([1, 2, 3].map(() => ana.browser.request("POST", `${path}/comments`, fields)));
    const [address, ...others] = answers.map(({ headers }) => headers.location);
    assert.deepEqual(others, [address, address]);
    assert.equal(await refusalOf(tom.browser, `${path}/comments`, { body: "Thank you!" }), 303);
    const post = await aPost(site);
    assert.equal(await refusalOf(ana.browser, `${post.path}/comments`, { body: "Thank you!" }), 303);
    const { count } = await database.one<{ count: number }>`
      select count(*)::integer as count from comments where site_id = ${site.site.id}`;
    assert.equal(count, 3);
    const { events } = await database.one<{ events: number }>`
      select count(*)::integer as events from outbox_events
       where site_id = ${site.site.id} and type = 'comment.created'`;
    assert.equal(events, 3);
  });

  void test("limits the number of comments of a member per hour", async () => {
    const { path, ana, tom } = await aDiscussion();
    for (let index = 0; index < 60; index++) {
      assert.equal(await refusalOf(ana.browser, `${path}/comments`, { body: `Comment ${index}` }), 303);
    }
    const refused = await post(ana.browser, `${path}/comments`, { body: "One more" });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.response.headers["retry-after"]) > 0);
    assert.match(textOf(refused), /You have posted too many comments\..* One more/);
    assert.equal(await refusalOf(tom.browser, `${path}/comments`, { body: "Mine" }), 303);
  });

  void test("requires the form token of the session", async () => {
    const { site, path, ana, tom } = await aDiscussion();
    const foreign = await csrfOf(tom.browser);
    const refused = await ana.browser.request("POST", `${path}/comments`, { csrf: foreign, body: "Hello" });
    assert.equal(refused.statusCode, 403);
    assert.match(refused.body, /Hello<\/textarea/);
    assert.deepEqual(await keptComments(site), []);
  });

  void test("is open only to people who may open the lecture", async () => {
    const { site, course, path, ana } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Secret loops" });
    const stranger = await site.signedIn(await site.member());
    const former = await site.member();
    await enrollMember(site, former, course, { daysAgo: 9, expiresAt: new Date(now().getTime() - day) });
    for (const browser of [stranger, await site.signedIn(former)]) {
      assert.doesNotMatch((await browser.open(path)).body, /Secret loops|id="discussion"/);
      assert.equal(await refusalOf(browser, `${path}/comments`, { body: "Hello" }), 403);
    }
    const free = await aCourse(site, [[{ isPreview: true }]]);
    assert.doesNotMatch((await stranger.open(free.lessons[0]!.path)).body, /id="discussion"/);
    const quiet = await aCourse(site, [[{}]], { course: { commentsEnabled: false } });
    await enrollMember(site, ana.member, quiet);
    assert.doesNotMatch((await ana.browser.open(quiet.lessons[0]!.path)).body, /id="discussion"/);
    assert.equal(await refusalOf(ana.browser, `${quiet.lessons[0]!.path}/comments`, { body: "Hello" }), 403);
    assert.equal((await keptComments(site)).length, 1);
  });

  void test("does not mix the comments of lectures, and replies stay below their lecture", async () => {
    const { site, course, path, ana } = await aDiscussion();
    const other = course.lessons[1]!.path;
    await post(ana.browser, `${path}/comments`, { body: "First lecture" });
    const { wireId } = await newest(site);
    assert.doesNotMatch((await ana.browser.open(other)).body, /First lecture/);
    assert.doesNotMatch((await ana.browser.open(`${other}?comment=${wireId}`)).body, /First lecture/);
    assert.equal(await refusalOf(ana.browser, `${other}/comments/${wireId}`, { act: "reply", reply: "No" }), 404);
    assert.equal(await refusalOf(ana.browser, `${other}/comments/${wireId}`, { act: "edit", edit: "No" }), 404);
    assert.equal(await refusalOf(ana.browser, `${other}/comments/${wireId}`, { act: "delete" }), 404);
  });

  void test("lets authors edit and delete their own comments only", async () => {
    const { site, path, ana, tom } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Before" });
    const { wireId } = await newest(site);
    const address = `${path}/comments/${wireId}`;
    const seen = await tom.browser.open(path);
    assert.doesNotMatch(seen.body, /value="(edit|delete|remove|hide)"/);
    assert.equal(await refusalOf(tom.browser, address, { act: "edit", edit: "Mine" }), 404);
    assert.equal(await refusalOf(tom.browser, address, { act: "delete" }), 404);
    for (const act of ["remove", "hide", "show"]) {
      assert.equal(await refusalOf(tom.browser, address, { act, version: "1" }), 403);
    }
    const edited = await post(ana.browser, address, { act: "edit", edit: "After" });
    assert.match(textOf(edited), /Your changes have been saved\..*edited After/);
    await post(tom.browser, address, { act: "reply", reply: "Indeed" });
    const deleted = await post(ana.browser, address, { act: "delete" });
    assert.match(textOf(deleted), /The comment has been deleted\..*This comment was deleted\. TR Tom Reed .* Indeed/);
    assert.doesNotMatch(deleted.body, /After|Ana Lima<\/bdi><\/strong>/);
    assert.deepEqual([(await keptComments(site))[0]!.body, (await keptComments(site))[0]!.isDeleted], ["", true]);
    const last = await newest(site);
    await post(tom.browser, `${path}/comments/${last.wireId}`, { act: "delete" });
    assert.match(textOf(await ana.browser.open(path)), /No comments yet\./);
    const types = (await outboxOf(site)).map(({ type }) => type).filter((type) => type.startsWith("comment."));
    assert.deepEqual(types, [
      "comment.created",
      "comment.updated",
      "comment.created",
      "comment.deleted",
      "comment.deleted",
    ]);
  });

  void test("is moderated by the lecturers of the course, not by others, in the displayed version", async () => {
    const { site, course, path, ana, tom } = await aDiscussion();
    const scope = { db: database, site: site.site };
    const [teacher, colleague] = [
      await site.member({ name: "Uma Vance", roles: ["lecturer"] }),
      await site.member({ roles: ["lecturer"] }),
    ];
    const lecturerId = newId();
    await insertLecturer(
      scope,
      { id: lecturerId, name: "Uma", slug: `uma-${lecturerId}`, memberId: teacher.id },
      now(),
    );
    await relate({ ...scope, now: now() }, course.id, { lecturerIds: [lecturerId] });
    await post(ana.browser, `${path}/comments`, { body: "Buy my boat" });
    const { wireId } = await newest(site);
    const address = `${path}/comments/${wireId}`;
    assert.equal(await refusalOf(await site.signedIn(colleague), address, { act: "hide", version: "1" }), 404);

    const browser = await site.signedIn(teacher);
    const list = await browser.open(path);
    await post(ana.browser, address, { act: "edit", edit: "Buy my ship" });
    const stale = await browser.open(address, { csrf: await csrfOf(browser), act: "hide", version: "1" });
    assert.match(textOf(stale), /The comment has changed in the meantime\./);
    assert.match(list.body, /value="hide"/);
    const hidden = await post(browser, address, { act: "hide", version: "2" });
    assert.match(textOf(hidden), /The comment is hidden\..*Buy my ship/);
    assert.doesNotMatch((await tom.browser.open(path)).body, /Buy my ship/);
    assert.equal(await refusalOf(tom.browser, address, { act: "reply", reply: "How much?" }), 404);
    assert.match(textOf(await ana.browser.open(path)), /Buy my ship The school has hidden this comment\./);
    await post(browser, address, { act: "show", version: "3" });
    assert.match((await tom.browser.open(path)).body, /Buy my ship/);
    await post(browser, address, { act: "reply", reply: "It is not for sale." });
    assert.equal((await newest(site)).authorRole, "lecturer");
    assert.match(textOf(await tom.browser.open(path)), /Uma Vance Lecturer .* It is not for sale\./);
    await post(browser, address, { act: "remove", version: "4" });
    const audit = (await auditOf(site)).map(({ action, details }) => [action, details["status"]]);
    assert.deepEqual(audit.slice(-3), [
      ["moderateComment", "hidden"],
      ["moderateComment", "visible"],
      ["removeComment", undefined],
    ]);
  });

  void test("lists threads newest first in pages, and a link shows the page of its comment", async () => {
    const { site, course, lectureId, path, ana } = await aDiscussion();
    const scope = { db: database, site: site.site };
    let at = now().getTime() - 1000 * day;
    const add = (body: string, parent?: Awaited<ReturnType<typeof insertComment>>) => {
      const createdAt = new Date((at += 1000));
      const about = { commentableType: "lecture", commentableId: lectureId, courseId: course.id, createdAt } as const;
      return insertComment(
        scope,
        { ...about, id: newId(), authorId: ana.member.id, authorRole: "student", body, parent },
        createdAt,
      );
    };
    const first = await add("Thread-0.");
    let last = first;
    for (let index = 0; index < 130; index++) last = await add(`Reply-${index}.`, first);
    for (let index = 1; index <= 20; index++) await add(`Thread-${index}.`);
    const page = await ana.browser.open(path);
    assert.deepEqual(
      [...page.body.matchAll(/>Thread-(\d+)\./g)].map(([, index]) => Number(index)).slice(0, 3),
      [20, 19, 18],
    );
    assert.doesNotMatch(page.body, />Thread-0\./);
    const [, next] = /href="([^"]+after=[^"]+)"/.exec(page.body)!;
    const older = await ana.browser.open(next!.replaceAll("&amp;", "&"));
    assert.match(older.body, />Thread-0\./);
    assert.match(older.body, />Reply-19\./);
    assert.doesNotMatch(older.body, />Reply-20\.|>Thread-1\./);
    assert.match(textOf(older), /All replies/);

    const linked = await ana.browser.open(`${path}?comment=${formatId("comment", last.id)}`);
    assert.match(linked.body, />Reply-129\./);
    assert.match(textOf(linked), /All comments .* Thread-0\./);
    const thread = await ana.browser.open(`${path}?comment=${formatId("comment", first.id)}`);
    assert.match(thread.body, />Reply-99\./);
    assert.doesNotMatch(thread.body, />Reply-100\./);
    const [, more] = /href="([^"]+after=[^"]+)"/.exec(thread.body)!;
    assert.match((await ana.browser.open(more!.replaceAll("&amp;", "&"))).body, />Reply-100\./);
    for (const query of ["comment=x", "after=x", "comment=cmt_00000000000000000000000000", "comment=a&comment=b"]) {
      assert.equal((await ana.browser.open(`${path}?${query}`)).status, 200);
    }
  });

  void test("abbreviates the names of students as the school decides, not those of staff", async () => {
    const { site, path, ana, tom, manager } = await aDiscussion();
    const operator = await operatorOf(site, "school:read school:write");
    const settings = { settings: { names_in_comments: "initials" } };
    assert.equal((await operator.patch("/school/settings/privacy", settings)).statusCode, 200);
    await post(ana.browser, `${path}/comments`, { body: "Why?" });
    const { wireId } = await newest(site);
    await post(manager, `${path}/comments/${wireId}`, { act: "reply", reply: "Because." });
    const page = textOf(await tom.browser.open(path));
    assert.match(page, /A\. L\. .* Why\? .* Mia Chan Staff .* Because\./);
    assert.doesNotMatch(page, /Ana Lima/);
    await post(tom.browser, `${path}/comments/${wireId}`, { act: "reply", reply: "Thanks." });
    assert.match(textOf(await ana.browser.open("/account/notifications")), /T\. R\. replied/);
  });
});
