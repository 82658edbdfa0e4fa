import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../support/world.ts";
import { agentAt, anOperatorAgent, type Json } from "./support/agent.ts";

interface Hits {
  results: { id: string; title: string; url: string; price?: Json | null; enroll_url?: string }[];
  similar?: boolean;
  next_cursor?: string;
}

/** A school with published courses of these names, each with a price in dollars, a free plan (null) or none. */
async function aSchool(courses: Readonly<Record<string, string | null>>) {
  const site = await aSite({ mcpRequestsPerMinute: 10_000, mcpAnonymousRequestsPerMinute: 10_000 });
  const staff = await anOperatorAgent(site);
  const run = async (tool: string, args: Json) => {
    const { result, failure } = await staff.call(tool, args);
    assert.equal(failure, undefined, `${tool}: ${JSON.stringify(failure)}`);
    return result;
  };
  for (const [name, amount] of Object.entries(courses)) {
    const isFree = amount === "no plan";
    const { id: course } = await run("create_course", { name, ...(isFree && { course_type: "free" }) });
    const plan =
      amount === null
        ? { name: "Free", plan_type: "free" }
        : { name: "Once", plan_type: "one_time", price: { amount, currency: "USD" } };
    if (!isFree) await run("save_course_plan", { course, plan });
    const { id: section } = await run("save_section", { course, changes: { title: "One", status: "published" } });
    const lecture = { title: "First", kind: "text", body_markdown: "Hi", status: "published" };
    await run("save_lecture", { section_id: section, changes: lecture });
    await run("set_course_state", { course, state: "publish" });
  }
  const search = async (query: string, more: Json = {}) =>
    (await agentAt(site).call("search", { query, ...more })).result as unknown as Hits;
  return { site, staff, run, search };
}

const titles = ({ results }: Hits) => results.map(({ title }) => title);

void test("A search finds items despite a typing error in a word, and says that they are similar", async () => {
  const { search } = await aSchool({ "Photography basics": null, "Sailing by night": null, Искусство: null });
  for (const query of ["photograpy", "hpotography", "photogrraphy", "photigraphy basics"]) {
    const found = await search(query);
    assert.deepEqual([titles(found), found.similar], [["Photography basics"], true], query);
  }
  assert.deepEqual(titles(await search("искуство")), ["Искусство"]);
  const exact = await search("photography");
  assert.deepEqual([titles(exact), exact.similar], [["Photography basics"], undefined]);
  assert.deepEqual(titles(await search("cat")), []);
});

void test("A question is searched by its significant words, and items with more of them come first", async () => {
  const { search } = await aSchool({ "Photography basics": null, "Night photography at sea": null, Sailing: null });
  const all = await search("Is there something for me about photography?");
  assert.deepEqual(titles(all).toSorted(), ["Night photography at sea", "Photography basics"]);
  const some = await search("I want to learn photography at night with a telescope");
  assert.deepEqual([titles(some), some.similar], [["Night photography at sea", "Photography basics"], true]);
  const first = await search("photography of the telescope", { limit: 1 });
  const next = await search("photography of the telescope", { limit: 1, cursor: first.next_cursor });
  assert.deepEqual([...titles(first), ...titles(next)].toSorted(), ["Night photography at sea", "Photography basics"]);
  assert.equal(next.next_cursor, undefined);
});

void test("A similar item of another school is not found", async () => {
  await aSchool({ "Photography basics": null });
  const { search } = await aSchool({ Sailing: null });
  assert.deepEqual(titles(await search("photograpy")), []);
});

void test("A search result has the lowest price and the page to enroll or pay", async () => {
  const { site, search } = await aSchool({ "Paid tides": "49.00", "Free tides": null, "Open tides": "no plan" });
  await site.set({});
  const found = Object.fromEntries((await search("tides")).results.map((hit) => [hit.title, hit]));
  assert.deepEqual(found["Paid tides"]!.price, { amount: "49.00", currency: "USD" });
  assert.equal(found["Free tides"]!.price, null);
  assert.deepEqual([found["Open tides"]!.price, found["Open tides"]!.enroll_url], [null, found["Open tides"]!.url]);
  for (const { url, enroll_url: address } of Object.values(found)) {
    assert.ok(address === url || address?.startsWith(`${site.origin}/checkout?item=cpl_`), address);
  }
});

void test("A visitor lists the categories that have public items, and filters courses by them", async () => {
  const { site, staff, run } = await aSchool({ "Photography basics": null, Sailing: null });
  const category = async (name: string) => {
    const made = await site.request("POST", "/api/v1/course_categories", { bearer: staff.bearer, payload: { name } });
    return made.json<{ id: string }>().id;
  };
  const [arts, secret] = [await category("Arts"), await category("Secret plans")];
  await run("update_course", { course: "photography-basics", changes: { category_ids: [arts] } });
  const { id: draft } = await run("create_course", { name: "Draft", category_ids: [secret] });
  assert.ok(draft);
  const visitor = agentAt(site);
  const { result } = await visitor.call("list_categories");
  assert.deepEqual(result["data"], [{ id: arts, name: "Arts", slug: "arts", parent_id: null }]);
  const { result: courses } = await visitor.call("list_courses", { category_id: [arts] });
  assert.deepEqual(
    (courses["data"] as Json[]).map(({ slug }) => slug),
    ["photography-basics"],
  );
  for (const kind of ["event", "post"]) {
    assert.deepEqual((await visitor.call("list_categories", { kind })).result["data"], [], kind);
  }
});
