import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { later } from "../../support/world.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";
import { aPost, idsOf, type Json, type Post, postEvents, read, scopes } from "../support/made-posts.ts";

void test("A post is written as Markdown or sanitized HTML, and returned with derived fields", async () => {
  const operator = await anOperator(scopes);
  const post = await aPost(operator, { body_markdown: "Bring **boots**. <script>x</script>" });
  assert.deepEqual(
    [post["object"], post.slug, post.status, post["reading_minutes"], post["author_member_id"], post["locale"]],
    ["post", "low-tide", "draft", 1, operator.member.sub, "en"],
  );
  assert.equal(post["body_html"], "<p>Bring <strong>boots</strong>. </p>\n");
  assert.equal(post["url"], `${operator.site.origin}/posts/low-tide`);
  assert.equal((await operator.get("/posts/low-tide")).json<Post>().id, post.id);

  const body_html = `<h2 onclick="x()">Tides</h2><iframe src="https://x.example"></iframe>${"<p>word </p>".repeat(500)}`;
  const other = await aPost(operator, { body_markdown: undefined, body_html });
  assert.equal(other["body_markdown"], null);
  assert.match(String(other["body_html"]), /^<h2>Tides<\/h2><p>word/);
  assert.equal(other["reading_minutes"], 3);
  const changed = (await operator.patch(`/posts/${other.id}`, { body_markdown: "Short" })).json<Json>();
  assert.deepEqual([changed["body_markdown"], changed["reading_minutes"]], ["Short", 1]);
  const again = (await operator.patch(`/posts/${other.id}`, { body_html: "<p>夜空</p>" })).json<Json>();
  assert.deepEqual([again["body_markdown"], again["body_html"]], [null, "<p>夜空</p>"]);
});

void test("The text must be either Markdown or HTML: neither and both are rejected", async () => {
  const operator = await anOperator(scopes);
  const neither = problemOf(await operator.post("/posts", { title: "x", access: "public" }));
  assert.deepEqual([neither.code, neither.pointers], ["validation_failed", ["/body_markdown"]]);
  const both = { title: "x", access: "public", body_markdown: "a", body_html: "a" };
  assert.deepEqual(problemOf(await operator.post("/posts", both)).pointers, ["/body_html"]);
  const post = await aPost(operator);
  const change = await operator.patch(`/posts/${post.id}`, { body_markdown: "a", body_html: "a" });
  assert.deepEqual(problemOf(change).pointers, ["/body_html"]);
});

void test("A post's references must exist, and its slug and external id must be free", async () => {
  const operator = await anOperator(scopes);
  const stranger = await anOperator(scopes);
  const post = await aPost(operator, { external_id: "cms/1" });
  const wrong = { author_member_id: stranger.member.sub };
  assert.deepEqual(problemOf(await operator.patch(`/posts/${post.id}`, wrong)).pointers, ["/author_member_id"]);
  const category = (await stranger.post("/post_categories", { name: "News" })).json<Post>();
  const filed = await operator.patch(`/posts/${post.id}`, { category_id: category.id });
  assert.deepEqual(problemOf(filed).pointers, ["/category_id"]);

  const fields = { title: "Other", access: "public", body_markdown: "" };
  assert.equal(problemOf(await operator.post("/posts", { ...fields, slug: post.slug })).code, "slug_taken");
  assert.equal(problemOf(await operator.post("/posts", { ...fields, external_id: "cms/1" })).code, "already_exists");
  assert.match((await aPost(operator)).slug, /^low-tide-[0-9a-f]{8}$/);
  assert.match((await aPost(operator, { title: "夜空" })).slug, /^ye-kong$/);
});

void test("Only posts with the access plans have plan_ids", async () => {
  const operator = await anOperator(scopes);
  const post = await aPost(operator, { access: "members" });
  const refused = async (fields: Json) => problemOf(await operator.patch(`/posts/${post.id}`, fields)).pointers;
  assert.deepEqual(await refused({ access: "plans" }), ["/plan_ids"]);
  const unknownPlan = "mpl_01k9g2c8p4e6t0v3x5y7z9b1d3";
  assert.deepEqual(await refused({ plan_ids: [unknownPlan] }), ["/plan_ids"]);
  assert.deepEqual(await refused({ access: "plans", plan_ids: [unknownPlan] }), ["/plan_ids/0"]);
  const id = newId();
  await database.run`
    insert into membership_plans (site_id, id, name, slug, plan_type, created_at, updated_at)
    values (${operator.site.id}, ${id}, 'Crew', 'crew', 'lifetime', ${now()}, ${now()})`;
  const plan_ids = [formatId("membershipPlan", id)];
  const limited = await operator.patch(`/posts/${post.id}`, { access: "plans", plan_ids });
  assert.deepEqual(limited.json<Json>()["plan_ids"], plan_ids);
  assert.deepEqual((await operator.patch(`/posts/${post.id}`, { title: "x" })).json<Json>()["plan_ids"], plan_ids);
  const open = (await operator.patch(`/posts/${post.id}`, { access: "public" })).json<Json>();
  assert.deepEqual(open["plan_ids"], []);
});

void test("A post is published immediately, unpublished, and archived permanently", async () => {
  const operator = await anOperator(scopes);
  const post = await aPost(operator);
  const step = (action: string, input: Json = {}) => operator.post(`/posts/${post.id}/${action}`, input);
  const refusal = async (action: string, input?: Json) => {
    const response = await step(action, input);
    const { status, code, allowed } = response.json<{ status: number; code: string; allowed: string[] }>();
    return [status, code, allowed];
  };
  assert.deepEqual(await refusal("unpublish"), [409, "invalid_state", ["scheduled", "published"]]);
  const published = (await step("publish")).json<Post>();
  assert.equal(published.status, "published");
  assert.ok(published.published_at);
  assert.deepEqual(await refusal("publish"), [409, "invalid_state", ["draft", "archived"]]);
  assert.equal((await step("unpublish")).json<Post>().status, "draft");
  await later(minute, async () => {
    const again = (await step("publish")).json<Post>();
    assert.equal(again.published_at, published.published_at, "It keeps the date of its first publication.");
    assert.equal((await step("unpublish", { to: "archived" })).json<Post>().status, "archived");
  });
  assert.deepEqual(await refusal("publish"), [409, "invalid_state", []]);
  assert.deepEqual(await refusal("unpublish"), [409, "invalid_state", []]);
  assert.deepEqual(await postEvents(operator), [
    "post.published",
    "post.unpublished",
    "post.published",
    "post.unpublished",
  ]);
});

void test("A list has excerpts instead of bodies, with filters", async () => {
  const operator = await anOperator(scopes);
  const colleague = await operatorOf(operator.site, scopes);
  const category = (await operator.post("/post_categories", { name: "News" })).json<Post>();
  const news = await aPost(operator, { category_id: category.id, tags: ["sea"], excerpt: "Boots.", title: "B" });
  const members = await aPost(colleague, { access: "members", body_markdown: "All about mudflats", title: "A" });
  const { data } = (await operator.get("/posts")).json<{ data: Json[] }>();
  assert.equal(data[1]!["excerpt"], "Boots.");
  assert.ok(data.every((post) => !("body_html" in post) && !("body_markdown" in post)));
  assert.deepEqual(await idsOf(operator, `category_id=${category.id}`), [news.id]);
  assert.deepEqual(await idsOf(operator, "tag=sea,lake"), [news.id]);
  assert.deepEqual(await idsOf(operator, "access=members,plans"), [members.id]);
  assert.deepEqual(await idsOf(operator, `author_id=${colleague.member.sub}`), [members.id]);
  assert.deepEqual(await idsOf(operator, "q=mudfl"), [members.id]);
  assert.deepEqual(await idsOf(operator, "q=boots"), [news.id]);
  assert.deepEqual(await idsOf(operator, "sort=title"), [members.id, news.id]);
  await operator.post(`/posts/${members.id}/publish`);
  assert.deepEqual(await idsOf(operator, "sort=published_at"), [members.id, news.id]);
  assert.deepEqual(await idsOf(operator, "sort=-published_at&limit=1"), [news.id]);
});

void test("A post is upserted by external id, and restored as a draft after a deletion", async () => {
  const operator = await anOperator(scopes);
  const path = "/posts/by_external_id/cms%2F1";
  const fields = { title: "Low tide", access: "public", body_markdown: "One" };
  const made = await operator.put(path, fields);
  assert.deepEqual([made.statusCode, made.json<Json>()["external_id"]], [201, "cms/1"]);
  const { id } = made.json<Post>();
  const changed = await operator.put(path, { ...fields, body_markdown: "Two" });
  assert.deepEqual([changed.statusCode, changed.json<Post>().id], [200, id]);
  await operator.post(`/posts/${id}/publish`);
  assert.equal((await operator.delete(`/posts/${id}`)).statusCode, 204);
  assert.equal((await operator.get(`/posts/${id}`)).statusCode, 404);
  assert.equal((await operator.patch(`/posts/${id}`, { title: "x" })).statusCode, 404);

  const other = await aPost(operator);
  const back = (await operator.put(path, fields)).json<Post>();
  assert.deepEqual([back.id, back.status, back.published_at], [id, "draft", null]);
  assert.notEqual(back.slug, other.slug);
  assert.deepEqual(await postEvents(operator), ["post.updated", "post.published", "post.unpublished", "post.updated"]);
});

void test("A lecturer sees and writes only their own posts, in their own name", async () => {
  const owner = await anOperator(scopes);
  const foreign = await aPost(owner, { external_id: "cms/1" });
  const lecturer = await operatorOf(owner.site, scopes, { roles: ["lecturer"] });
  const own = await aPost(lecturer);
  assert.equal(own["author_member_id"], lecturer.member.sub);
  assert.deepEqual(await idsOf(lecturer, ""), [own.id]);
  assert.deepEqual(await idsOf(lecturer, `author_id=${owner.member.sub}`), []);
  const body = { title: "x", access: "public", body_markdown: "" };
  for (const response of [
    await lecturer.get(`/posts/${foreign.id}`),
    await lecturer.patch(`/posts/${foreign.id}`, { title: "x" }),
    await lecturer.put("/posts/by_external_id/cms%2F1", body),
    await lecturer.post(`/posts/${foreign.id}/publish`),
    await lecturer.post(`/posts/${foreign.id}/unpublish`),
    await lecturer.delete(`/posts/${foreign.id}`),
  ]) {
    assert.deepEqual([response.statusCode, problemOf(response).code], [404, "not_found"]);
  }
  const inOthersName = await lecturer.post("/posts", { ...body, author_member_id: owner.member.sub });
  assert.deepEqual(problemOf(inOthersName).pointers, ["/author_member_id"]);
  const reassigned = await lecturer.patch(`/posts/${own.id}`, { author_member_id: owner.member.sub });
  assert.deepEqual(problemOf(reassigned).pointers, ["/author_member_id"]);
  assert.equal((await lecturer.post(`/posts/${own.id}/publish`)).statusCode, 200);
  assert.equal(problemOf(await lecturer.post("/post_categories", { name: "Mine" })).code, "role_required");
});

void test("Categories must be empty to be deleted", async () => {
  const operator = await anOperator(scopes);
  const make = async (name: string) => (await operator.post("/post_categories", { name })).json<Post>();
  const [news, notes] = [await make("News"), await make("Notes")];
  const post = await aPost(operator, { category_id: news.id });
  assert.equal(problemOf(await operator.post("/post_categories", { name: "x", slug: "news" })).code, "slug_taken");
  const renamed = await operator.patch(`/post_categories/${news.id}`, { name: "Latest", metadata: { a: "1" } });
  assert.equal(renamed.json<Json>()["name"], "Latest");
  assert.equal(problemOf(await operator.delete(`/post_categories/${news.id}`)).code, "has_dependents");
  assert.equal((await operator.delete(`/post_categories/${news.id}?reassign_to=${notes.id}`)).statusCode, 204);
  assert.equal((await read(operator, post))["category_id"], notes.id);
  assert.deepEqual(await postEvents(operator), ["post.updated"]);
  const { data } = (await operator.get("/post_categories")).json<{ data: Json[] }>();
  assert.deepEqual(
    data.map(({ name }) => name),
    ["Notes"],
  );
});

void test("A post cannot be assigned to a concurrently deleted category", async () => {
  const operator = await anOperator(scopes);
  const make = async (name: string) => (await operator.post("/post_categories", { name })).json<Post>();
  for (let round = 0; round < 10; round++) {
    const [from, to] = [await make(`From ${round}`), await make(`To ${round}`)];
    const posts = await Promise.all(Array.from({ length: 4 }, () => aPost(operator)));
    const [deleted, ...answers] = await Promise.all([
      operator.delete(`/post_categories/${from.id}?reassign_to=${to.id}`),
      ...posts.map(({ id }) => operator.patch(`/posts/${id}`, { category_id: from.id })),
    ]);
    assert.equal(deleted.statusCode, 204);
    for (const [index, post] of posts.entries()) {
      const { status, pointers } = problemOf(answers[index]!);
      if (status !== 200) assert.deepEqual([status, pointers], [422, ["/category_id"]]);
      assert.equal((await read(operator, post))["category_id"], status === 200 ? to.id : null);
    }
  }
});

void test("Every write of a post is in the audit log", async () => {
  const operator = await anOperator(scopes);
  const post = await aPost(operator);
  await operator.patch(`/posts/${post.id}`, { title: "Spring tide" });
  for (const action of ["publish", "unpublish"]) await operator.post(`/posts/${post.id}/${action}`);
  await operator.delete(`/posts/${post.id}`);
  const entries = (await auditOf(operator.site)).filter(({ resourceId }) => resourceId === post.id);
  assert.deepEqual(
    entries.map(({ action }) => action),
    ["createPost", "updatePost", "publishPost", "unpublishPost", "deletePost"],
  );
});
