import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertPost } from "#domain/content/posts/queries.ts";
import type { PostRow } from "#domain/content/posts/post.ts";
import { insertComment } from "#domain/engagement/comments/queries.ts";
import { insertLecturer } from "#domain/catalog/lecturers/queries.ts";
import { relate } from "#domain/catalog/courses/relations.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import type { TestBrowser } from "../support/browser-session.ts";
import { day, now } from "../support/clock.ts";
import { database } from "../support/database.ts";
import { aCourse, enrollMember } from "../support/lessons.ts";
import { auditOf, outboxOf } from "../support/records.ts";
import { type AMember, aSite, type ASite } from "../support/world.ts";
import { inTurn, lockRow } from "../rest/support/at-once.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { textOf } from "./support/asked.ts";

interface Kept {
  id: string;
  wireId: string;
  body: string;
  status: string;
  authorRole: string;
  parentId: string | null;
  isDeleted: boolean;
}

const keptComments = async ({ site }: ASite): Promise<Kept[]> =>
  (
    await database.many<Omit<Kept, "wireId">>`
      select id, body, status, author_role, parent_id, deleted_at is not null as is_deleted from comments
       where site_id = ${site.id} order by created_at, id`
  ).map((row) => ({ ...row, wireId: formatId("comment", row.id) }));

const newest = async (site: ASite): Promise<Kept> => (await keptComments(site)).at(-1)!;

const csrfOf = async (browser: TestBrowser): Promise<string> =>
  /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;

/** Posts a form of the discussion; returns the resulting page. */
const post = async (browser: TestBrowser, address: string, fields: Record<string, string>) =>
  browser.open(address, { csrf: await csrfOf(browser), ...fields });

const refusalOf = async (browser: TestBrowser, address: string, fields: Record<string, string>) =>
  (await browser.request("POST", address, { csrf: await csrfOf(browser), ...fields })).statusCode;

async function aStudent(site: ASite, course: { id: string }, name: string) {
  const member = await site.member({ name });
  await enrollMember(site, member, course);
  return { member, browser: await site.signedIn(member) };
}

async function aDiscussion() {
  const site = await aSite();
  const course = await aCourse(site, [[{}, {}]]);
  const { path, id: lectureId } = course.lessons[0]!;
  const ana = await aStudent(site, course, "Ana Lima");
  const tom = await aStudent(site, course, "Tom Reed");
  const manager = await site.signedIn(await site.member({ name: "Mia Chan", roles: ["manager"] }));
  return { site, course, path, lectureId, ana, tom, manager };
}

async function aPost(site: ASite, fields: Partial<PostRow> = {}) {
  const id = newId();
  const slug = `tides-${id}`;
  const about = { id, slug, title: "Tides", access: "public", locale: "en", status: "published" } as const;
  await insertPost(
    { db: database, site: site.site },
    { ...about, publishedAt: now(), searchTerms: [], ...fields },
    now(),
  );
  return { id, path: `/posts/${slug}` };
}

const countOf = async ({ site }: ASite, postId: string) =>
  (await database.first<{ commentCount: number }>`
    select comment_count from posts where site_id = ${site.id} and id = ${postId}`)!.commentCount;

void describe("The discussion below a lecture", () => {
  void test("has comments and replies, which notify the author and can be linked to", async () => {
    const { site, path, ana, tom } = await aDiscussion();
    assert.match(textOf(await ana.browser.open(path)), /Discussion No comments yet\./);
    const form = await ana.browser.open(path);
    const asked = await ana.browser.submit(form, { body: "Why <b>two</b>\r\nloops?" }, `${path}/comments#problem`);
    const question = await newest(site);
    assert.equal(asked.address, `${path}?done=posted#${question.wireId}`);
    assert.equal(question.body, "Why <b>two</b>\nloops?");
    assert.match(asked.body, /Why &lt;b&gt;two&lt;\/b&gt;\nloops\?/);
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
      assert.match(textOf(rejected), /Enter a comment with at most 5,000 characters\./);
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
    assert.match(textOf(deleted), /The comment has been deleted\..*This comment was deleted\. Tom Reed .* Indeed/);
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

/** Comments of another site, for the admin pages. */
const said = async (
  site: ASite,
  course: { id: string; lessons: { id: string }[] },
  author: AMember,
  fields: object,
) => {
  const about = { commentableType: "lecture", commentableId: course.lessons[0]!.id, courseId: course.id } as const;
  const { id } = await insertComment(
    { db: database, site: site.site },
    { ...about, id: newId(), authorId: author.id, authorRole: "student", body: "Why?", ...fields },
    now(),
  );
  return formatId("comment", id);
};

void describe("The comments of a school", () => {
  const path = "/admin/comments";

  void test("are listed with filters and a link to the discussion, and moderated with an audit entry", async () => {
    const { site, course, path: lecture, ana, manager } = await aDiscussion();
    const none = await manager.open(path);
    assert.match(textOf(none), /No pending comments\. View all comments/);
    assert.match((await manager.open(`${path}?status=all`)).body, /href="\/courses">View your courses/);
    const waiting = await said(site, course, ana.member, { status: "pending", body: "Is it safe?" });
    const visible = await said(site, course, ana.member, { body: "Where is the rope?" });
    const list = await manager.open(path);
    assert.match(textOf(list), /Ana Lima , on Lecture 1 Written .* Is it safe\? Pending Approve Hide Delete/);
    assert.doesNotMatch(list.body, /Where is the rope/);
    assert.ok(list.body.includes(`href="${lecture}?comment=${waiting}#${waiting}"`));
    const approved = await manager.submit(list, { act: "show" }, `${path}/${waiting}`);
    assert.equal(approved.address, `${path}?status=pending&done=shown`);
    assert.match((await ana.browser.open(lecture)).body, /Is it safe\?/);

    const all = await manager.open(`${path}?status=visible&search=rope`);
    assert.doesNotMatch(all.body, /Is it safe/);
    const hidden = await manager.submit(all, { act: "hide" }, `${path}/${visible}`);
    assert.equal(hidden.address, `${path}?status=visible&search=rope&done=hidden`);
    assert.match((await manager.open(`${path}?status=hidden`)).body, /Where is the rope/);
    assert.match((await manager.open(`${path}?status=unanswered`)).body, /Where is the rope/);
    assert.doesNotMatch((await manager.open(`${path}?status=all&kind=post`)).body, /Where is the rope/);
    const removed = await post(manager, `${path}/${visible}`, { act: "delete", version: "2", status: "all" });
    assert.match(textOf(removed), /The comment has been deleted\./);
    assert.doesNotMatch(removed.body, /Where is the rope/);
    assert.deepEqual(
      (await auditOf(site)).flatMap(({ action, resourceId }) =>
        action.endsWith("Comment") ? [[action, resourceId]] : [],
      ),
      [
        ["moderateComment", waiting],
        ["moderateComment", visible],
        ["removeComment", visible],
      ],
    );
  });

  void test("cannot be decided on in an outdated version, nor by members who do not run the site", async () => {
    const { site, course, path: lecture, ana, manager } = await aDiscussion();
    const id = await said(site, course, ana.member, { status: "pending" });
    const list = await manager.open(path);
    await post(ana.browser, `${lecture}/comments/${id}`, { act: "edit", edit: "Buy my boat" });
    const stale = await manager.submit(list, { act: "show" }, `${path}/${id}`);
    assert.match(textOf(stale), /The comment has changed in the meantime\..*Buy my boat/);
    assert.equal((await newest(site)).status, "pending");
    const student = await ana.browser.request("GET", path);
    assert.equal(student.statusCode, 403);
    assert.equal(await refusalOf(ana.browser, `${path}/${id}`, { act: "show", version: "2" }), 403);
  });

  void test("are not mixed between schools", async () => {
    const [here, there] = [await aDiscussion(), await aDiscussion()];
    const id = await said(there.site, there.course, there.ana.member, { status: "pending", body: "Elsewhere" });
    assert.doesNotMatch((await here.manager.open(`${path}?status=all`)).body, /Elsewhere/);
    assert.equal(await refusalOf(here.manager, `${path}/${id}`, { act: "show", version: "1" }), 404);
    assert.equal(await refusalOf(here.manager, `${path}/${id}`, { act: "delete", version: "1" }), 404);
    assert.equal((await newest(there.site)).status, "pending");
  });
});
