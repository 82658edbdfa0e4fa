import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "libpg-query";
import { nameSite } from "#database/one-site.ts";
import { reasonOf, unusedExceptions } from "../support/distributed/exceptions.ts";
import { placement } from "../support/distributed/placement.ts";
import { brokenRules } from "../support/distributed/rules.ts";
import { brokenKeys } from "../support/distributed/schema-rules.ts";
import { readRelease } from "../support/release-record.ts";
import { migrationFiles } from "../support/source-tree.ts";

/** In the form that a cluster gets. Batches get their site as a further value. */
async function problemsOf(statement: string): Promise<string[]> {
  const isBatch = statement.startsWith("with requested as (select place");
  const { stmts = [] } = await parse(nameSite(statement, isBatch ? "$1::uuid" : undefined));
  return stmts.flatMap(({ stmt }) => brokenRules(stmt, placement));
}

void test("A Citus cluster accepts every statement: each names its site, or has a reason not to", async () => {
  const { statements } = readRelease();
  assert.ok(statements.length > 1000, "No statements were found.");
  const broken: string[] = [];
  for (const statement of statements) {
    if (reasonOf(statement) !== undefined) continue;
    broken.push(...(await problemsOf(statement)).map((problem) => `${problem}: ${statement}`));
  }
  assert.deepEqual(broken, []);
  assert.deepEqual(unusedExceptions(statements), [], "Exceptions that no statement needs");
});

const refused: Record<string, string> = {
  "select id from members where id = $1": "members: no site_id that equals a value",
  "select 1 from tokens join families on families.id = tokens.family_id where tokens.site_id = $1":
    "families: no site_id that equals a value",
  "select 1 from courses, members where courses.site_id = $1 and members.site_id > courses.site_id":
    "members: no site_id that equals a value",
  "insert into grants (site_id, id) values ($1, $2) on conflict (site_id, id) do update set client_id = (select $3::uuid)":
    "subquery in on conflict do update",
  "insert into notices (site_id, data) values ($1, $2) on conflict (site_id, cause) do update set data = to_jsonb($3)":
    "to_jsonb() in on conflict do update is not immutable",
  "select id from members where created_at < $1 for update":
    "members: no site_id that equals a value, in a query that locks rows",
  "with recursive below as (select id from comments where id = $1 union all select comments.id from comments, below where comments.parent_id = below.id) select id from below":
    "comments: no site_id that equals a value, in a recursive query",
  "update members set name = concat(name, '!') where site_id = $1": "concat() of a column in a change is not immutable",
  "update members set name = coalesce(concat($1, '!'), name) where site_id = $2":
    "concat() in case or coalesce is not immutable",
  "delete from members where site_id = $1 returning to_jsonb(name)": "to_jsonb() in returning is not immutable",
  "insert into grants (id) values ($1)": "grants: no site_id that equals a value, in a statement that changes rows",
};

void test("Each rule for statements finds its mistake", async () => {
  for (const [statement, problem] of Object.entries(refused)) {
    assert.ok((await problemsOf(statement)).includes(problem), statement);
  }
});

const refusedKeys: Record<string, string> = {
  "create table members (site_id uuid, id uuid primary key)": "members: unique (id)",
  "create table members (site_id uuid, slug text, unique (slug))": "members: unique (slug)",
  "create unique index on members (email)": "members: unique (email)",
  "alter table members add unique (email)": "members: unique (email)",
  "alter table grants add foreign key (member_id) references members (id)":
    "grants: foreign key (member_id) to members",
  "alter table grants add column member_id uuid references members (id)": "grants: foreign key (member_id) to members",
};

const keyProblems = async (text: string): Promise<string[]> =>
  ((await parse(text)).stmts ?? []).flatMap(({ stmt }) => brokenKeys(stmt, placement));

void test("Unique keys and foreign keys of the tables of sites contain the site", async () => {
  const found = await Promise.all(migrationFiles().map(({ text }) => keyProblems(text)));
  assert.deepEqual(found.flat(), []);
  for (const [statement, problem] of Object.entries(refusedKeys))
    assert.deepEqual(await keyProblems(statement), [problem]);
});
