import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { indexAgain } from "#domain/background/old-rows/index-again.ts";
import { indexedTables } from "#domain/background/old-rows/indexed-tables.ts";
import { termOf } from "#domain/platform/search/search-terms.ts";
import { identifier } from "#database/statements/sql.ts";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { agentAt } from "../../mcp/support/agent.ts";
import { root } from "../../support/data/source-tree.ts";
import { anOperator, type Operator } from "../support/operator.ts";

const scopes =
  "courses:read courses:write posts:read posts:write lecturers:read lecturers:write members:read members:write";
const queries = ["strassenbau", "Straßenbau", "smorrebrod", "SMØRREBRØD", "smoerrebroed"];

async function aSchool(): Promise<Operator> {
  const operator = await anOperator(scopes);
  const title = "Straßenbau mit Smørrebrød";
  assertStatus(await operator.post("/lecturers", { name: title }), 201);
  const { id } = (await operator.post("/posts", { title, access: "public", body_markdown: "x" })).json<{
    id: string;
  }>();
  assertOk(await operator.post(`/posts/${id}/publish`));
  assertStatus(await operator.post("/members", { email: "a@example.test", name: title, roles: ["student"] }), 201);
  return operator;
}

const found = async (operator: Operator, path: string): Promise<number> => {
  const answer = await operator.get(path);
  assertOk(answer);
  return answer.json<{ data: unknown[] }>().data.length;
};

void test("Every search finds letters that people type in another way", async () => {
  const operator = await aSchool();
  for (const query of queries) {
    const q = encodeURIComponent(query);
    for (const list of ["lecturers", "posts", "members"]) {
      assert.equal(await found(operator, `/${list}?q=${q}`), 1, `${list} ${query}`);
    }
    for (const list of ["/posts", "/lecturers"]) {
      assert.match((await operator.site.get(`${list}?q=${q}`)).body, /Straßenbau mit/, `${list} ${query}`);
      assert.match((await operator.site.get(`${list}.md?q=${q}`)).body, /Straßenbau mit/, `${list}.md ${query}`);
    }
    const { result } = await agentAt(operator.site).call("search", { query });
    const { results } = result as unknown as { results: unknown[] };
    assert.equal(results.length, 2, query);
  }
});

void test("Rows that older rules indexed are indexed again, once per site", async () => {
  const operator = await aSchool();
  const { site } = operator.site;
  for (const table of ["lecturers", "posts", "members"]) {
    await database.run`
      update ${identifier(table)} set search_terms = ${[termOf(site, "straßenbau")]}::text[] where site_id = ${site.id}`;
  }
  await database.run`update sites set search_version = 1 where id = ${site.id}`;
  const versions = () => database.many`select id, version, updated_at from lecturers where site_id = ${site.id}`;
  const before = await versions();
  assert.equal(await found(operator, "/members?q=strassenbau"), 0);
  assert.ok((await indexAgain(database)) >= 4);
  for (const list of ["lecturers", "posts", "members"]) {
    assert.equal(await found(operator, `/${list}?q=strassenbau`), 1, list);
  }
  assert.deepEqual(await versions(), before);
  await database.run`update sites set search_version = 1 where id = ${site.id}`;
  assert.equal(await indexAgain(database), 0);
});

void test("All tables with search terms are indexed again", () => {
  const schema = readFileSync(path.join(root, "src/database/schema.json"), "utf8");
  const tables = Object.entries(JSON.parse(schema) as Record<string, { columns: string[] }>).filter(([, { columns }]) =>
    columns.includes("search_terms!"),
  );
  assert.deepEqual(tables.map(([name]) => name).toSorted(), Object.keys(indexedTables).toSorted());
});
