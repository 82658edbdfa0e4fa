import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../support/world.ts";
import { agentAt, anOperatorAgent, type Json } from "./support/agent.ts";

interface Hits {
  results: { id: string; title: string; url: string }[];
  next_cursor?: string;
}

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A school with one public resource of each kind about tides, created by its agent. */
async function aSchool() {
  const site = await aSite();
  const staff = await anOperatorAgent(site);
  const make = async (tool: string, args: Json) => {
    const { result, failure } = await staff.call(tool, args);
    assert.equal(failure, undefined, `${tool}: ${JSON.stringify(failure)}`);
    return result;
  };
  const lecturer = await make("save_lecturer", {
    changes: { name: "Lu Wei of the tides", bio_markdown: "Knows tides." },
  });
  const event = {
    name: "Tide night",
    format: "online",
    online_url: "https://meet.example/x",
    starts_at: at(3),
    ends_at: at(4),
    time_zone: "Asia/Taipei",
  };
  const { id: eventId } = await make("save_event", { changes: event });
  await make("set_event_state", { event: eventId, state: "publish" });
  await make("save_membership_plan", { changes: { name: "Tide crew", plan_type: "recurring", status: "active" } });
  await make("save_consulting_service", {
    changes: { name: "Tide hour", duration_minutes: 60, lecturer_ids: [lecturer["id"]], status: "published" },
  });
  for (const access of ["public", "members"]) {
    const post = await make("save_post", {
      changes: { title: `Tides for ${access}`, access, excerpt: "About tides.", body_markdown: "The tide comes in." },
    });
    await make("set_post_state", { post: post["id"], state: "publish" });
  }
  const page = await make("save_page", {
    changes: { title: "About tides", path: "/about/tides", body_markdown: "We sail." },
  });
  await make("set_page_state", { page: page["id"], state: "publish" });
  await make("save_page", { changes: { title: "Draft of tides", path: "/draft", body_markdown: "Not yet." } });
  return { site, staff, visitor: agentAt(site) };
}

void test("A search finds every kind of resource, page by page, and each is read by its id", async () => {
  const { visitor } = await aSchool();
  const found: Hits["results"] = [];
  let cursor: string | undefined;
  do {
    const { result } = await visitor.call("search", {
      query: "tide",
      limit: 2,
      ...(cursor !== undefined && { cursor }),
    });
    const { results, next_cursor: next } = result as unknown as Hits;
    found.push(...results);
    cursor = next;
  } while (cursor !== undefined);
  assert.deepEqual(found.map(({ title }) => title).toSorted(), [
    "About tides",
    "Lu Wei of the tides",
    "Tide crew",
    "Tide hour",
    "Tide night",
    "Tides for members",
    "Tides for public",
  ]);
  for (const { id, title, url } of found) {
    const { result, failure } = await visitor.call("fetch", { id });
    assert.equal(failure, undefined, title);
    assert.deepEqual([result["id"], result["title"], result["url"]], [id, title, url]);
    assert.ok(String(result["text"]).startsWith(`# ${title}`));
  }
  const { result } = await visitor.call("search", { query: "tide", types: ["page", "event"] });
  assert.deepEqual(
    (result as unknown as Hits).results.map(({ title }) => title),
    ["Tide night", "About tides"],
  );
  const odd = await visitor.call("search", { query: "tide", cursor: "bm9uc2Vuc2U" });
  assert.equal(odd.failure?.code, "invalid_cursor");
});

void test("Posts, pages and lecturers are read with public access: no drafts, and only excerpts of restricted text", async () => {
  const { visitor } = await aSchool();
  const { result: open } = await visitor.call("get_post", { post: "tides-for-public" });
  assert.deepEqual([open["body_markdown"], open["withheld"]], ["The tide comes in.", null]);
  const { result: kept } = await visitor.call("get_post", { post: "tides-for-members" });
  assert.deepEqual([kept["body_markdown"], kept["excerpt"], kept["withheld"]], [null, "About tides.", "members"]);
  for (const path of ["/about/tides", "about/tides"]) {
    assert.match(String((await visitor.call("get_page", { path })).result["text"]), /We sail\./);
  }
  assert.equal((await visitor.call("get_page", { path: "/draft" })).failure?.code, "not_found");
  const { result: people } = await visitor.call("list_lecturers");
  const [lecturer] = people["data"] as { slug: string }[];
  assert.equal(
    (await visitor.call("get_lecturer", { lecturer: lecturer!.slug })).result["bio_markdown"],
    "Knows tides.",
  );
});

void test("Courses can be filtered by a maximum price in one currency; free ones always match", async () => {
  const site = await aSite();
  const staff = await anOperatorAgent(site);
  const plans = {
    free: null,
    cheap: { amount: "9.00", currency: "EUR" },
    dear: { amount: "90.00", currency: "EUR" },
    taiwan: { amount: "0.90", currency: "TWD" },
  };
  for (const [name, price] of Object.entries(plans)) {
    const { result } = await staff.call("create_course", { name });
    const plan = price === null ? { name: "Free", plan_type: "free" } : { name: "Once", plan_type: "one_time", price };
    await staff.call("save_course_plan", { course: result["id"], plan });
    const sections = [
      {
        title: "One",
        status: "published",
        lectures: [{ title: "First", kind: "text", body_markdown: "Hi", status: "published" }],
      },
    ];
    const { result: read } = await staff.call("get_curriculum", { course: result["id"] });
    const tree = { course: result["id"], tree: { sections }, if_match: read["etag"] };
    await staff.call("save_curriculum", tree);
    const { failure } = await staff.call("set_course_state", { course: result["id"], state: "publish" });
    assert.equal(failure, undefined, JSON.stringify(failure));
  }
  const { result } = await agentAt(site).call("list_courses", { price_max: { amount: "10.00", currency: "EUR" } });
  assert.deepEqual((result["data"] as { slug: string }[]).map(({ slug }) => slug).toSorted(), ["cheap", "free"]);
});
