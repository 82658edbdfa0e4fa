import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertComment } from "#domain/feedback/comments/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { database } from "../../support/databases/database.ts";
import { hour, later, now } from "../../support/clock.ts";
import { textOf } from "../support/asked.ts";
import { aDiscussion, aPost, csrfOf, newest, post, refusalOf } from "../support/discussions.ts";

const likesOf = async (siteId: string) =>
  database.one<{ counted: number; stored: number }>`
    select (select sum(like_count)::integer from comments where site_id = ${siteId}) as counted,
           (select count(*)::integer from comment_likes where site_id = ${siteId}) as stored`;

void describe("Comments on a lecture", () => {
  void test("are Markdown with links of members, and nothing that leaves its comment", async () => {
    const { site, path, ana, manager } = await aDiscussion();
    const body = [
      "# Not a heading",
      "**bold** and `code`, see https://knots.example/a?b=1&c=2",
      "[bad](javascript:alert(1)) ![pixel](https://track.example/p.png) <img src=x onerror=alert(1)>",
      "- one",
      "- two",
    ].join("\n");
    const page = await post(ana.browser, `${path}/comments`, { body });
    assert.match(page.body, /<strong>bold<\/strong> and <code>code<\/code>/);
    assert.match(page.body, /href="https:\/\/knots\.example\/a\?b=1&amp;c=2" rel="nofollow ugc noopener"/);
    assert.match(page.body, /<li>one<\/li>/);
    assert.match(page.body, /# Not a heading/);
    assert.doesNotMatch(page.body, /href="javascript|<img[^>]*(?:track\.example|onerror)/);
    assert.match(page.body, /&lt;img src=x onerror=alert\(1\)&gt;/);

    const { wireId } = await newest(site);
    await post(ana.browser, `${path}/comments/${wireId}`, { act: "edit", edit: "Now *slanted*" });
    await post(manager, `${path}/comments/${wireId}`, { act: "hide", version: "2" });
    await post(manager, `${path}/comments/${wireId}`, { act: "show", version: "3" });
    assert.match((await ana.browser.open(path)).body, /Now <em>slanted<\/em>/);
    assert.match((await ana.browser.open(path)).body, /<textarea[^>]*>\nNow \*slanted\*<\/textarea/);
  });

  void test("are plain with links if they were imported", async () => {
    const { site, course, lectureId, path, ana } = await aDiscussion();
    const scope = { db: database, site: site.site };
    const about = { commentableType: "lecture", commentableId: lectureId, courseId: course.id } as const;
    const body = "**As is** <b>https://knots.example/x.</b>";
    await insertComment(scope, { ...about, id: newId(), authorId: ana.member.id, authorRole: "student", body }, now());
    const page = await ana.browser.open(path);
    assert.match(
      page.body,
      /\*\*As is\*\* &lt;b&gt;<a href="https:\/\/knots\.example\/x" rel="nofollow ugc noopener">/,
    );
  });

  void test("show who wrote them, and how long ago", async () => {
    const { site, path, ana, tom } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Hello" });
    const fresh = await tom.browser.open(path);
    assert.match(fresh.body, /<span class="face tone-[0-7]" aria-hidden="true">AL<\/span>/);
    assert.match(fresh.body, /<time datetime="[^"]+" title="[^"]+">now<\/time>/);
    await later(3 * hour, async () => assert.match((await tom.browser.open(path)).body, />3 hours ago<\/time>/));
    const fileId = newId();
    const picture = { id: ana.member.id, fileId };
    await database.run`
      update members set picture_file_id = ${picture.fileId} where site_id = ${site.site.id} and id = ${picture.id}`;
    assert.match((await tom.browser.open(path)).body, /<img class="face" src="[^"]+\/files\/fil/);

    const tides = await aPost(site);
    await post(ana.browser, `${tides.path}/comments`, { body: "Hi" });
    const visitor = await site.browser().open(tides.path);
    assert.match(visitor.body, /class="face tone-/);
    assert.doesNotMatch(visitor.body, /<img class="face"|ago<\/time>/);
  });
});

void describe("Likes of comments", () => {
  void test("count once per person, also at the same time, and can be taken back", async () => {
    const { site, path, ana, tom, manager } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Hello" });
    const { wireId } = await newest(site);
    const address = `${path}/comments/${wireId}`;
    const people = [tom.browser, manager];
    const tokens = await Promise.all(people.map(csrfOf));
    const sent = [0, 1, 0, 1, 0, 1].map((index) =>
      people[index]!.request("POST", address, { csrf: tokens[index]!, act: "like", at: "" }),
    );
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
    assert.deepEqual([...new Set(statuses)], [303]);
    assert.deepEqual(await likesOf(site.site.id), { counted: 2, stored: 2 });
    assert.match(textOf(await tom.browser.open(path)), /Liked · 2/);
    assert.match(textOf(await ana.browser.open(path)), /Likes: 2/);
    for (let index = 0; index < 2; index++) await post(tom.browser, address, { act: "unlike" });
    assert.deepEqual(await likesOf(site.site.id), { counted: 1, stored: 1 });
    assert.match(textOf(await tom.browser.open(path)), /Like · 1/);
  });

  void test("are for visible comments of others, of the same lecture, by people who may read them", async () => {
    const { site, course, path, ana, tom, manager } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Hello" });
    const { wireId } = await newest(site);
    const address = `${path}/comments/${wireId}`;
    assert.equal(await refusalOf(ana.browser, address, { act: "like" }), 404);
    assert.equal(await refusalOf(tom.browser, `${course.lessons[1]!.path}/comments/${wireId}`, { act: "like" }), 404);
    assert.equal(await refusalOf(await site.signedIn(await site.member()), address, { act: "like" }), 403);
    await post(manager, address, { act: "hide", version: "1" });
    assert.equal(await refusalOf(tom.browser, address, { act: "like" }), 404);
    assert.deepEqual(await likesOf(site.site.id), { counted: 0, stored: 0 });
  });

  void test("return to the page of the discussion on which they were given", async () => {
    const { site, path, ana, tom } = await aDiscussion();
    await post(ana.browser, `${path}/comments`, { body: "Hello" });
    const { wireId } = await newest(site);
    const fields = { csrf: await csrfOf(tom.browser), act: "like", at: `comment=${wireId}&evil=//x` };
    const liked = await tom.browser.request("POST", `${path}/comments/${wireId}`, fields);
    assert.equal(liked.headers.location, `${path}?comment=${wireId}#${wireId}`);
  });
});
