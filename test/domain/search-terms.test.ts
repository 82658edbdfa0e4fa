import assert from "node:assert/strict";
import { test } from "node:test";
import { compile } from "#database/statements/statement.ts";
import { searchCatalog } from "#domain/public-catalog/search/search.ts";
import { newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { database } from "../support/databases/database.ts";
import { aSiteContext } from "./support.ts";

/** PostgreSQL compares each term of a statement with each term of each row that it reads. */
const maxTerms = 20;

void test("A search with typing errors sends few terms per statement", async () => {
  const context = (await aSiteContext())();
  const { site, now } = context;
  const name = "Photography lessons";
  await database.run`
    insert into courses (site_id, id, slug, name, language, status, published_at, search_terms, created_at, updated_at)
    values (${site.id}, ${newId()}, 'photography', ${name}, 'en', 'published', ${now},
            ${searchTermsFor(site, [name])}::text[], ${now}, ${now})`;
  const sent: number[] = [];
  const many: typeof database.many = (strings, ...values) => {
    const [, bound] = compile(strings, values);
    sent.push(...bound.filter((value) => Array.isArray(value)).map(({ length }) => length));
    return database.many(strings, ...values);
  };
  const db = { ...database, many };
  const query = "fotography photograhpy lesssons telescopes";
  const { results, similar } = await perform(searchCatalog, { ...context, db }, { query });
  assert.deepEqual([results.map(({ title }) => title), similar], [[name], true]);
  assert.ok(sent.length > 0 && Math.max(...sent) <= maxTerms, String(Math.max(...sent)));
});
