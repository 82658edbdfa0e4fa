import assert from "node:assert/strict";
import { test } from "node:test";
import { browseCourses } from "#domain/public-catalog/courses/courses.ts";
import { searchCatalog } from "#domain/public-catalog/search/search.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { listReviews } from "#domain/feedback/reviews/operations.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { database } from "../support/databases/database.ts";
import { explained, nodesOf, type Plan, readBy } from "../support/meters/query-plans.ts";
import { aSiteContext } from "./support.ts";

const count = 20_000;

/** One course in a thousand is a draft, one is archived, one has this category and lecturer, one has the rare word. */
async function aLargeCatalog({ site, now }: RequestContext) {
  const [category, lecturer, course] = [newId(), newId(), newId()];
  const [common, rare] = [searchTermsFor(site, ["tide"]), searchTermsFor(site, ["mudflat"])];
  const tagged = searchTermsFor(site, [], ["tag-7"]);
  await database.run`
    insert into course_categories (site_id, id, name, slug, created_at, updated_at)
    values (${site.id}, ${category}, 'Sea', 'sea', ${now}, ${now})`;
  await database.run`
    insert into lecturers (site_id, id, name, slug, created_at, updated_at)
    values (${site.id}, ${lecturer}, 'Lu', 'lu', ${now}, ${now})`;
  await database.run`
    insert into courses (site_id, id, slug, name, language, status, published_at, position, tags, search_terms,
                         created_at, updated_at)
    select ${site.id}, case when number = 3 then ${course}::uuid else gen_random_uuid() end, 'course-' || number,
           'Course ' || number, case when number % 1000 = 9 then 'fr' else 'en' end, case number % 1000 when 1 then 'draft' when 2 then 'archived' else 'published' end,
           case number % 1000 when 1 then null else ${now}::timestamptz - number * interval '1 minute' end, number % 100,
           array['tag-' || number % 1000], case when number % 1000 = 5 then ${rare}::text[] when number % 1000 = 7 then ${tagged}::text[]
             else ${common}::text[] end,
           ${now}::timestamptz - number * interval '1 minute', ${now}::timestamptz - number * interval '1 second'
      from generate_series(1, ${count}::integer) as number`;
  await database.run`
    insert into course_category_entries (site_id, course_id, category_id) values (${site.id}, ${course}, ${category})`;
  await database.run`
    insert into course_lecturers (site_id, course_id, lecturer_id, position)
    values (${site.id}, ${course}, ${lecturer}, 0)`;
  // GIN indexes keep new entries in a pending list, which each search reads until it is flushed.
  await database.pool.query("vacuum (analyze) courses");
  return { category: formatId("courseCategory", category), lecturer: formatId("lecturer", lecturer) };
}

void test("A page of 20,000 courses reads few more rows than it returns, with any filter", async (t) => {
  const context = (await aSiteContext())();
  const { category, lecturer } = await aLargeCatalog(context);
  const since = new Date(context.now.getTime() - 3_600_000).toISOString();
  const maxRows = 400;
  const lists: [string, Operation, object][] = [
    ["no filter", listCourses, {}],
    ["oldest first", listCourses, { sort: ["created_at"] }],
    ["last changed", listCourses, { sort: ["-updated_at"] }],
    ["by name", listCourses, { sort: ["name"] }],
    ["by position", listCourses, { sort: ["-position"] }],
    ["last changed, then by name", listCourses, { sort: ["-updated_at", "name"] }],
    ["last published", listCourses, { sort: ["-published_at"] }],
    ["the frequent status", listCourses, { status: ["published"] }],
    ["a rare status", listCourses, { status: ["draft"] }],
    ["the category", listCourses, { categoryId: [category] }],
    ["the lecturer", listCourses, { lecturerId: [lecturer] }],
    ["a rare tag", listCourses, { tag: ["tag-7"] }],
    ["a rare word", listCourses, { q: "mudfl" }],
    ["changed since", listCourses, { sort: ["updated_at"], updatedAt: { gte: since } }],
    ["some ids", listCourses, { ids: [formatId("course", newId())] }],
    ["all reviews", listReviews, {}],
    ["the public catalog", browseCourses, {}],
    ["the public catalog by name", browseCourses, { sort: ["name"] }],
    ["a rare tag in public", browseCourses, { tag: ["tag-7"] }],
    ["the frequent language in public", browseCourses, { language: ["en"] }],
    ["a rare language in public", browseCourses, { language: ["fr"] }],
    ["a rare language", listCourses, { language: ["fr"] }],
    ["a public search", searchCatalog, { query: "mudfl" }],
  ];
  for (const [label, operation, requested] of lists) {
    await t.test(label, async () => {
      const plans: Plan[] = [];
      const run = async (input: object) =>
        (await perform(operation, { ...context, caller: { kind: "cli" }, db: explained(plans, plans) }, input)) as {
          page?: { nextCursor: string | null };
        };
      const first = await run(requested);
      if (first.page?.nextCursor) await run({ ...requested, cursor: first.page.nextCursor });
      assert.ok(plans.length > 0);
      for (const plan of plans) {
        const nodes = nodesOf(plan);
        assert.ok(!nodes.some((node) => node["Node Type"] === "Seq Scan"), JSON.stringify(plan).slice(0, 1500));
        const read = Math.max(...nodes.map(readBy));
        assert.ok(read <= maxRows, `${read} rows were read: ${JSON.stringify(plan).slice(0, 1500)}`);
      }
    });
  }
});
