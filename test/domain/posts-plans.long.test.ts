import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "#database/database.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { listPosts } from "#domain/content/posts/list-posts.ts";
import { findPost } from "#domain/content/posts/queries.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { connectionConfig, database } from "../support/databases/database.ts";
import { explained, nodesOf, type Plan, readBy } from "../support/meters/query-plans.ts";
import { aSiteContext } from "./support.ts";

const count = 50_000;

/** One post in a thousand is a draft, one is scheduled, one has this author, one this category, one the rare word. */
async function aLargeBlog({ site, now }: RequestContext) {
  const [author, category, account] = [newId(), newId(), newId()];
  await database.run`
    insert into accounts (id, email, email_key, created_at, updated_at)
    values (${account}, ${`${account}@example.test`}, ${`${account}@example.test`}, ${now}, ${now})`;
  await database.run`
    insert into members (site_id, id, account_id, email, email_key, roles, status, joined_at, created_at, updated_at)
    values (${site.id}, ${author}, ${account}, ${account}, ${account}, '{lecturer}', 'active', ${now}, ${now}, ${now})`;
  await database.run`
    insert into post_categories (site_id, id, name, slug, created_at, updated_at)
    values (${site.id}, ${category}, 'News', 'news', ${now}, ${now})`;
  const [common, rare] = [searchTermsFor(site, ["tide"]), searchTermsFor(site, ["mudflat"])];
  await database.run`
    insert into posts (site_id, id, title, slug, access, status, published_at, author_member_id, category_id, locale,
                       search_terms, created_at, updated_at)
    select ${site.id}, gen_random_uuid(), 'Post ' || number, 'post-' || number, 'public',
           case number % 1000 when 1 then 'draft' when 2 then 'scheduled' else 'published' end,
           case number % 1000 when 1 then null when 2 then ${now}::timestamptz + interval '1 day'
             else ${now}::timestamptz - number * interval '1 minute' end,
           case when number % 1000 = 3 then ${author}::uuid end,
           case when number % 1000 = 4 then ${category}::uuid end, 'en',
           case when number % 1000 = 5 then ${rare}::text[] else ${common}::text[] end,
           ${now}::timestamptz - number * interval '1 minute', ${now}::timestamptz - number * interval '1 second'
      from generate_series(1, ${count}::integer) as number`;
  await database.run`analyze posts`;
  return { author, category };
}

void test("A page of a blog with 50,000 posts reads few more rows than it returns, with any filter", async (t) => {
  const context = (await aSiteContext())();
  const { author, category } = await aLargeBlog(context);
  const since = new Date(context.now.getTime() - 86_400_000).toISOString();
  // The rows of one page, or all of the one-in-a-thousand rows, plus the cost of combining two indexes.
  const maxRows = 400;
  const lists: [string, object][] = [
    ["no filter", {}],
    ["oldest first", { sort: ["created_at"] }],
    ["last changed", { sort: ["-updated_at"] }],
    ["by title", { sort: ["title"] }],
    ["last published", { sort: ["-published_at"] }],
    ["first published", { sort: ["published_at"] }],
    ["the frequent status", { status: ["published"] }],
    ["a rare status", { status: ["draft"] }],
    ["scheduled", { status: ["scheduled"] }],
    ["the author", { authorId: [formatId("member", author)] }],
    ["the category", { categoryId: [formatId("postCategory", category)] }],
    ["a rare word", { q: "mudfl" }],
    ["changed since", { sort: ["updated_at"], updatedAt: { gte: since } }],
    ["published since", { sort: ["published_at"], publishedAt: { gte: since } }],
    ["some ids", { ids: [formatId("post", newId()), formatId("post", newId())] }],
  ];
  for (const [label, requested] of lists) {
    await t.test(label, async () => {
      const plans: Plan[] = [];
      const run = (input: object) =>
        perform(listPosts, { ...context, caller: { kind: "cli" }, db: explained(plans, plans) }, input);
      const first = await run(requested);
      if (first.page.nextCursor) await run({ ...requested, cursor: first.page.nextCursor });
      for (const plan of plans) {
        const nodes = nodesOf(plan);
        assert.ok(!nodes.some((node) => node["Node Type"] === "Seq Scan"), JSON.stringify(plan));
        const read = Math.max(...nodes.map(readBy));
        assert.ok(read <= maxRows, `${read} rows were read: ${JSON.stringify(plan)}`);
      }
    });
  }

  for (const [label, reference] of [
    ["a post by its slug", { slug: "post-7" }],
    ["a post by its id", { id: newId() }],
  ] as const) {
    await t.test(label, async () => {
      const plans: Plan[] = [];
      await findPost({ site: context.site, db: explained(plans) }, reference);
      assert.match(plans[0]!["Node Type"], /^Index Scan$/);
    });
  }

  await t.test("the plan of a page in index order is cached; matching rows are planned for their values", async () => {
    const one = openDatabase(connectionConfig, { readers: 1, pages: 1 });
    const read = (input: object) => perform(listPosts, { ...context, caller: { kind: "cli" }, db: one }, input);
    const prepared = (on: Sql) => one.many<{ narrowed: boolean; kept: boolean }>`
      select statement ~ 'category_id (= any|>=)' as narrowed, generic_plans > 0 and custom_plans = 0 as kept
        from pg_prepared_statements where statement ~ 'from posts\\s' order by 1 ${on}`;
    try {
      const categoryId = [category, newId()].map((id) => formatId("postCategory", id));
      for (const requested of [{}, { categoryId }]) await read(requested);
      assert.deepEqual(await prepared(inIndexOrder), [
        { narrowed: false, kept: true },
        // One tries the rows next in the order of the list, one finds rows of each category.
        { narrowed: true, kept: true },
        { narrowed: true, kept: true },
      ]);
      // Reads the rows that were found.
      assert.deepEqual(await prepared(sql``), [{ narrowed: true, kept: false }]);
    } finally {
      await one.close();
    }
  });
});
