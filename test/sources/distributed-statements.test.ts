import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse } from "libpg-query";
import { placement } from "../support/distributed/placement.ts";
import { brokenChanges, brokenKeys } from "../support/distributed/schema-rules.ts";
import { problemsOf, refusedStatements, unseen } from "../support/meters/sent-statements.ts";
import { readRelease } from "../support/releases/release-record.ts";
import { migrationFiles, root, sourceFiles } from "../support/data/source-tree.ts";

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
  "update members set left_at = case when status = $1 then $2::timestamptz + interval '1 day' end where site_id = $3":
    "interval() in case or coalesce is not immutable",
  "delete from members where site_id = $1 returning to_jsonb(name)": "to_jsonb() in returning is not immutable",
  "select 1 from tokens join (families join grants on grants.id = families.grant_id) on families.id = tokens.family_id":
    "a join in parentheses is computed first, for all rows",
  "with requested as (select ordinal, site_id from unnest($1::uuid[]) with ordinality as input (site_id, ordinal)) select ordinal from requested, tokens where tokens.site_id = $2":
    'tokens: not in the form that a node prepares ("join tokens on")',
  "with requested as (select ordinal, site_id from unnest($1::uuid[]) with ordinality as input (site_id, ordinal)), answers as (update members as m set left_at = now from requested where m.site_id = requested.site_id returning ordinal) select * from answers":
    'members: not in the form that a node prepares ("join members on")',
  "insert into grants (id) values ($1)": "grants: no site_id that equals a value, in a statement that changes rows",
};

/** Found events of all sites by time in release 0.1.0. */
const isReplaced = (statement: string) =>
  statement.startsWith("select events.site_id, events.id from events cross join");

void test("A Citus cluster accepts every statement of the release: each names its site, or has a reason not to", async () => {
  const { statements } = readRelease();
  assert.ok(statements.length > 1000, "No statements were found.");
  assert.deepEqual(await refusedStatements(statements.filter((statement) => !isReplaced(statement))), []);
});

void test("Each rule for statements finds its mistake", async () => {
  for (const [statement, problem] of Object.entries(refused)) {
    assert.ok((await problemsOf(statement)).includes(problem), statement);
  }
});

void test("Tests that watch statements do so in the known files, behind which the senders of the product are found", () => {
  const wrapping = globSync("test/**/*.ts", { cwd: root })
    .filter((file) => /Client\.prototype\.query =/.test(readFileSync(path.join(root, file), "utf8")))
    .toSorted();
  assert.deepEqual(wrapping, ["test/support/meters/count-statements.ts", "test/support/meters/record-statements.ts"]);
});

void test("The check at the end of all tests reports refused statements, tables without statements and unused exceptions", async () => {
  const [refusal = ""] = Object.keys(refused);
  assert.deepEqual(await refusedStatements(["deallocate all", "select id from members where site_id = $1"]), []);
  assert.deepEqual(await refusedStatements([refusal]), [`members: no site_id that equals a value: ${refusal}`]);
  const missing = unseen([refusal]);
  assert.ok(!missing.includes("No test sends a statement on the table members."));
  assert.ok(missing.includes("No test sends a statement on the table grants."));
  assert.ok(missing.includes("No statement needs the exception select distinct site_id from ."));
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

const refusedChanges: Record<string, string> = {
  "alter table courses add column a integer check (a > 0)":
    "courses: add column a and its constraint in two statements",
  "alter table courses add column a integer default 1, add column b uuid references files":
    "courses: add column b and its constraint in two statements",
  "alter table courses drop constraint a, add constraint a check (b > 0) not valid":
    "courses: add constraint in a statement of its own",
};

const changeProblems = async (text: string): Promise<string[]> =>
  ((await parse(text)).stmts ?? []).flatMap(({ stmt }) => brokenChanges(stmt));

void test("Distributed tables accept the changes of migrations after the release", async () => {
  const { migrations } = readRelease();
  const later = migrationFiles().filter(({ path: file }) => migrations[path.basename(file)] === undefined);
  const found = await Promise.all(later.map(({ text }) => changeProblems(text)));
  assert.deepEqual(found.flat(), []);
  for (const [statement, problem] of Object.entries(refusedChanges))
    assert.deepEqual(await changeProblems(statement), [problem]);
  assert.deepEqual(
    await changeProblems("alter table courses add column a integer not null default 1, drop column b"),
    [],
  );
});

void test("Other folders import only cluster.ts of database/cluster", () => {
  const inside = "database/cluster/";
  const imports = sourceFiles()
    .filter((file) => !file.path.startsWith(inside))
    .flatMap((file) => file.imports.filter(({ target }) => target.startsWith(inside)).map(({ target }) => target));
  assert.deepEqual([...new Set(imports)], [`${inside}cluster.ts`]);
});
