import assert from "node:assert/strict";
import { test } from "node:test";
import { planFor } from "#member/plan.ts";
import { openPlanCache } from "#member/plan-cache.ts";

const cacheOf = (maxPlans: number) =>
  openPlanCache<{ text: string }>({ maxPlans, maxTextLength: 100, maxTotalLength: 1000 });

/** Looks up a text as a request does: a plan that is not cached is created and offered to the cache. */
function lookUp(cache: ReturnType<typeof cacheOf>, text: string): "kept" | "made" {
  if (cache.get(text)) return "kept";
  cache.offer(text, text, { text });
  return "made";
}

const times = (count: number, work: (index: number) => void) => {
  for (let index = 0; index < count; index++) work(index);
};

void test("A plan is cached from the second request for its text", () => {
  const cache = cacheOf(10);
  assert.deepEqual(
    [1, 2, 3, 4].map(() => lookUp(cache, "{ viewer { id } }")),
    ["made", "made", "kept", "kept"],
  );
});

void test("Texts used once or twice evict nothing, however many there are", () => {
  const cache = cacheOf(10);
  const popular = Array.from({ length: 10 }, (_, index) => `popular ${index}`);
  for (const text of popular) times(5, () => lookUp(cache, text));
  times(5000, (index) => times(2, () => lookUp(cache, `useless ${index}`)));
  for (const text of popular) assert.equal(lookUp(cache, text), "kept");
});

void test("A plan that is requested twice replaces plans that were requested once", () => {
  const cache = cacheOf(10);
  times(10, (index) => times(2, () => lookUp(cache, `useless ${index}`)));
  times(3, () => lookUp(cache, "popular"));
  assert.equal(lookUp(cache, "popular"), "kept");
});

void test("Formerly popular plans are evicted in time", () => {
  const cache = cacheOf(2);
  for (const text of ["old 1", "old 2"]) times(1000, () => lookUp(cache, text));
  times(3, () => lookUp(cache, "new"));
  assert.equal(lookUp(cache, "new"), "made");
  times(250_000, () => cache.get("nothing"));
  times(3, () => lookUp(cache, "new"));
  assert.equal(lookUp(cache, "new"), "kept");
});

void test("Long texts are not cached, and the total size is bounded", () => {
  const cache = cacheOf(1000);
  const long = "x".repeat(101);
  times(5, () => lookUp(cache, long));
  assert.equal(lookUp(cache, long), "made");
  const texts = Array.from({ length: 30 }, (_, index) => String(index).padStart(100, "x"));
  for (const text of texts) times(2, () => lookUp(cache, text));
  assert.equal(texts.filter((text) => cache.get(text)).length, 10);
});

void test("The API does not recompile a text that is requested again", () => {
  const query = `{ viewer { id name } } # ${Math.random()}`;
  const plans = [1, 2, 3, 4].map(() => planFor(query, undefined));
  assert.notEqual(plans[0], plans[1]);
  assert.equal(plans[2], plans[1]);
  assert.equal(plans[3], plans[1]);
  const broken = "{ viewer { nothing } }";
  assert.notEqual(planFor(broken, undefined), planFor(broken, undefined));
});
