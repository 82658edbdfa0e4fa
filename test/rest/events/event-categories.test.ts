import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { later } from "../../support/world.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { anEvent } from "../support/an-event.ts";
import { type Json, make } from "../support/make.ts";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "events:read events:write";

void test("Events are assigned to categories, which are deleted once they are empty", async () => {
  const operator = await anOperator(scopes);
  const [talks, walks] = [
    await make(operator, "/event_categories", { name: "Talks" }),
    await make(operator, "/event_categories", { name: "Walks", position: 1 }),
  ];
  assert.deepEqual([talks["object"], talks["slug"]], ["event_category", "talks"]);
  const event = await anEvent(operator, { category_id: talks.id });
  const expanded = (await operator.get(`/events/${event.id}?expand=category`)).json<{ category: Json }>();
  assert.equal(expanded.category["name"], "Talks");
  assert.equal(problemOf(await operator.post("/event_categories", { name: "x", slug: "talks" })).code, "slug_taken");
  assert.equal(problemOf(await operator.delete(`/event_categories/${talks.id}`)).code, "has_dependents");
  const own = `/event_categories/${talks.id}?reassign_to=${talks.id}`;
  assert.deepEqual(problemOf(await operator.delete(own)).pointers, ["/reassign_to"]);

  await later(1000, async () => {
    const gone = await operator.delete(`/event_categories/${talks.id}?reassign_to=${walks.id}`);
    assertStatus(gone, 204);
  });
  const moved = (await operator.get(`/events/${event.id}`)).json<Json>();
  assert.equal(moved["category_id"], walks.id);
  assert.notEqual(moved["updated_at"], event["updated_at"]);
  const last = (await outboxOf(operator.site)).at(-1)!;
  assert.deepEqual([last.type, last.objectId], ["event.updated", event.id]);

  const refused = problemOf(await operator.patch(`/events/${event.id}`, { category_id: talks.id }));
  assert.deepEqual(refused.pointers, ["/category_id"]);
  const list = (await operator.get("/event_categories")).json<{ data: Json[] }>();
  assert.deepEqual(
    list.data.map(({ name }) => name),
    ["Walks"],
  );
});

void test("Categories of one kind do not exist for another", async () => {
  const operator = await anOperator(`${scopes} posts:read posts:write`);
  const news = await make(operator, "/post_categories", { name: "News" });
  const wrong = problemOf(await operator.patch(`/event_categories/${news.id}`, { name: "x" }));
  assert.equal(wrong.code, "invalid_id");
  const stranger = await anOperator(scopes);
  const talks = await make(operator, "/event_categories", { name: "Talks" });
  assert.equal(problemOf(await stranger.patch(`/event_categories/${talks.id}`, { name: "x" })).code, "not_found");
  const reader = await operatorOf(operator.site, "events:read");
  assert.equal(problemOf(await reader.post("/event_categories", { name: "x" })).code, "insufficient_scope");
});
