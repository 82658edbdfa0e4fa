import assert from "node:assert/strict";
import { test } from "node:test";
import { publishDuePosts } from "#domain/content/posts/jobs/publish-due-posts.ts";
import { day, hour, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { auditOf, outboxOf } from "../../support/worlds/records.ts";
import { later } from "../../support/world.ts";
import { anOperator } from "../support/operator.ts";
import { aPost, idsOf, type Json, type Post, postEvents, read, scopes } from "../support/made-posts.ts";

const inTime = (milliseconds: number) => new Date(now().getTime() + milliseconds).toISOString();

void test("A scheduled post is published from its time on, before any job runs", async () => {
  const operator = await anOperator(scopes);
  const post = await aPost(operator);
  const publish_at = inTime(hour);
  const scheduled = (await operator.post(`/posts/${post.id}/publish`, { publish_at })).json<Post>();
  assert.deepEqual([scheduled.status, scheduled.publish_at, scheduled.published_at], ["scheduled", publish_at, null]);
  assert.deepEqual(await idsOf(operator, "status=scheduled"), [post.id]);
  assert.deepEqual(await idsOf(operator, "status=published,draft,archived"), []);
  assert.deepEqual(await idsOf(operator, "published_at[is]=null"), [post.id]);
  assert.deepEqual(await idsOf(operator, `published_at[gte]=${inTime(-day)}`), []);
  assert.deepEqual(await postEvents(operator), ["post.updated"]);

  await later(hour + minute, async () => {
    const { status, publish_at: waiting, published_at } = await read(operator, post);
    assert.deepEqual([status, waiting, published_at], ["published", null, publish_at]);
    assert.deepEqual(await idsOf(operator, "status=published"), [post.id]);
    assert.deepEqual(await idsOf(operator, "status=scheduled,draft,archived"), []);
    assert.deepEqual(await idsOf(operator, "published_at[is]=not_null"), [post.id]);
    assert.deepEqual(await idsOf(operator, `published_at[gte]=${inTime(-day)}&published_at[lt]=${inTime(day)}`), [
      post.id,
    ]);
    assert.deepEqual(await idsOf(operator, "published_at[is]=null"), []);
  });
});

void test("The publication of a scheduled post is emitted once, by the job, as a system event", async () => {
  const operator = await anOperator(scopes);
  const [due, waiting, deleted] = [await aPost(operator), await aPost(operator), await aPost(operator)];
  for (const [post, delay] of [
    [due, minute],
    [waiting, hour],
    [deleted, minute],
  ] as const) {
    await operator.post(`/posts/${post.id}/publish`, { publish_at: inTime(delay) });
  }
  await operator.delete(`/posts/${deleted.id}`);
  await later(2 * minute, async () => {
    const etag = String((await operator.get(`/posts/${due.id}`)).headers["etag"]);
    await publishDuePosts(database, now());
    await publishDuePosts(database, now());
    const emitted = (await outboxOf(operator.site)).filter(({ type }) => type === "post.published");
    assert.deepEqual(
      emitted.map(({ objectId, data }) => [objectId, data["id"], data["object"], data["status"]]),
      [[due.id, due.id, "post", "published"]],
    );
    const [entry, ...others] = (await auditOf(operator.site)).filter(({ action }) => action === "publishScheduledPost");
    assert.deepEqual([entry?.actorKind, entry?.resourceId, others], ["system", due.id, []]);
    assert.equal((await read(operator, waiting)).status, "scheduled");
    const changed = await operator.patch(`/posts/${due.id}`, { title: "High tide" }, { "if-match": etag });
    assert.equal(changed.statusCode, 200, "The version read before the job is still current.");
  });
});

void test("A change before the job emits the publication first", async () => {
  const operator = await anOperator(scopes);
  const post = await aPost(operator);
  await operator.post(`/posts/${post.id}/publish`, { publish_at: inTime(minute) });
  await later(2 * minute, async () => {
    assert.equal((await operator.post(`/posts/${post.id}/unpublish`)).json<Post>().status, "draft");
    await publishDuePosts(database, now());
    assert.deepEqual(await postEvents(operator), ["post.updated", "post.published", "post.unpublished"]);
  });
});

void test("A scheduled post can be rescheduled, published immediately, or unpublished; a past date becomes its publication date", async () => {
  const operator = await anOperator(scopes);
  const post = await aPost(operator);
  const publish = async (input: Json = {}) => (await operator.post(`/posts/${post.id}/publish`, input)).json<Post>();
  await publish({ publish_at: inTime(hour) });
  const moved = inTime(2 * hour);
  assert.equal((await publish({ publish_at: moved })).publish_at, moved);
  const back = (await operator.post(`/posts/${post.id}/unpublish`)).json<Post>();
  assert.deepEqual([back.status, back.publish_at, back.published_at], ["draft", null, null]);
  await publish({ publish_at: moved });
  assert.equal((await publish()).status, "published");

  const past = await aPost(operator);
  const dated = (await operator.post(`/posts/${past.id}/publish`, { publish_at: inTime(-day) })).json<Post>();
  assert.equal(dated.status, "published");
  assert.ok(dated.published_at! < inTime(-hour));
});

void test("The public list shows a scheduled post from its time on", async () => {
  const operator = await anOperator(scopes);
  const { id } = await aPost(operator, { title: "Spring tide" });
  await operator.post(`/posts/${id}/publish`, { publish_at: inTime(hour) });
  const listsIt = async () => (await operator.site.request("GET", "/posts")).body.includes("Spring tide");
  assert.equal(await listsIt(), false);
  await later(hour + minute, async () => {
    assert.equal(await listsIt(), true);
  });
});
