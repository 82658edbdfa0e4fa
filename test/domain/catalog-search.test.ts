import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { anonymous } from "#access/caller.ts";
import { searchCatalog } from "#domain/public-catalog/search/search.ts";
import { newId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { now } from "../support/clock.ts";
import { connectionConfig, database } from "../support/databases/database.ts";
import { nodesOf, type Plan, readBy } from "../support/meters/query-plans.ts";
import { openPlanRecorder } from "../support/meters/recorded-plans.ts";
import { aSite } from "../support/world.ts";

/** Items that a search reads to sort them, and one that shows that more match. */
const maxRead = 1001;

/** A site with more published posts than a search sorts. The newest one has the word "photography". */
async function aLargeSite(count: number) {
  const { site } = await aSite();
  const ids = Array.from({ length: count }, () => newId());
  const titles = ids.map((_id, index) => `Sailing ${index === count - 1 ? "photography" : "lesson"}`);
  const terms = titles.map((title) => JSON.stringify(searchTermsFor(site, [title])));
  await database.run`
    insert into posts (site_id, id, title, slug, access, status, published_at, locale, search_terms, created_at, updated_at)
    select ${site.id}, post.id, post.title, post.id::text, 'public', 'published', ${now()}, 'en',
           array(select jsonb_array_elements_text(post.terms::jsonb)), ${now()}, ${now()}
      from unnest(${ids}::uuid[], ${titles}::text[], ${terms}::text[]) as post (id, title, terms)`;
  return site;
}

/** A site with more public courses than a search sorts. Their numbers of students are 0 to 99. */
async function aSiteOfCourses(count: number) {
  const { site } = await aSite();
  const ids = Array.from({ length: count }, () => newId());
  await database.run`
    insert into courses (site_id, id, name, slug, status, visibility, published_at, language, enrollment_count,
                         search_terms, created_at, updated_at)
    select ${site.id}, course.id, 'Sailing', course.id::text, 'published', 'public', ${now()}, 'en', course.number % 100,
           ${searchTermsFor(site, ["Sailing"])}::text[], ${now()}, ${now()}
      from unnest(${ids}::uuid[]) with ordinality as course (id, number)`;
  return site;
}

const readsTable = (plan: Plan): boolean => "Relation Name" in plan;

void describe("A search of a site with many items", () => {
  const recorder = openPlanRecorder(database, connectionConfig);
  after(() => recorder.close());
  const search = async (
    site: Awaited<ReturnType<typeof aLargeSite>>,
    query: string,
    more: { limit?: number; cursor?: string | undefined; types?: ["course"] } = {},
  ) => {
    const context = { db: recorder.database, site, now: now(), requestId: null, address: null, caller: anonymous };
    return perform(searchCatalog, context, { query, types: ["post"], ...more });
  };

  void test("reads a bounded number of rows, for words of all items, of one and of none", async () => {
    // Of fewer rows, the planner may read all, because they fit into few pages.
    const site = await aLargeSite(8000);
    for (const [query, found] of [
      ["sailing", 10],
      ["photography", 1],
      ["photograpy", 1],
      ["sailing photograpy", 10],
      ["cookery", 0],
    ] as const) {
      recorder.take();
      assert.equal((await search(site, query)).results.length, found, query);
      for (const { plan, text } of recorder.take()) {
        const read = Math.max(0, ...nodesOf(plan).filter(readsTable).map(readBy));
        assert.ok(read <= maxRead, `${query}: ${read} rows of ${text}`);
      }
    }
  });

  void test("has each item once on its pages, newest first", async () => {
    const site = await aLargeSite(1200);
    const first = await search(site, "sailing", { limit: 50 });
    const second = await search(site, "sailing", { limit: 50, cursor: first.nextCursor });
    const ids = [...first.results, ...second.results].map(({ id }) => id);
    assert.equal(new Set(ids).size, 100);
    assert.deepEqual(ids, ids.toSorted().toReversed());
    assert.equal(first.results[0]?.title, "Sailing photography");
  });

  void test("reads a bounded number of courses too, and has them once on its pages, by their number of students", async () => {
    const site = await aSiteOfCourses(3000);
    recorder.take();
    const first = await search(site, "sailing", { types: ["course"], limit: 30 });
    const second = await search(site, "sailing", { types: ["course"], limit: 30, cursor: first.nextCursor });
    for (const { plan, text } of recorder.take()) {
      const read = Math.max(0, ...nodesOf(plan).filter(readsTable).map(readBy));
      // The second page also reads the items of the first.
      assert.ok(read <= maxRead + 30, `${read} rows of ${text}`);
    }
    const ids = [...first.results, ...second.results].map(({ id }) => parseId("course", id)!);
    assert.equal(new Set(ids).size, 60);
    const counted = await database.many<{ count: number }>`
      select courses.enrollment_count as count
        from unnest(${ids}::uuid[]) with ordinality as found (id, place)
        join courses on courses.site_id = ${site.id} and courses.id = found.id order by found.place`;
    const counts = counted.map(({ count }) => count);
    assert.deepEqual(counts, [...Array.from({ length: 30 }, () => 99), ...Array.from({ length: 30 }, () => 98)]);
  });
});
