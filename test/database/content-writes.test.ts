import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse } from "libpg-query";
import { analyze } from "#database/content/content-writes.ts";
import { bookkeeping, hidden, hiddenColumns, hiddenInserts } from "#database/content/hidden-writes.ts";
import { as, isNode, list, statementOf, walk } from "../support/distributed/syntax-tree.ts";
import { root, tablesOfMigrations } from "../support/data/source-tree.ts";

/** The statements of the latest release, one per line. */
const statements = readFileSync(path.join(root, "test/contracts/release/statements.sql"), "utf8")
  .split("\n")
  .filter((line) => /^\s*(?:with|select|insert|update|delete)\b/i.test(line));

/** Returns true if a write of the syntax tree changes what public pages show. */
async function changesContent(statement: string): Promise<boolean> {
  let changes = false;
  for (const { stmt } of (await parse(statement)).stmts ?? []) {
    walk(stmt, (node) => {
      const found = statementOf(node);
      if (!found || found.type === "SelectStmt" || !isNode(found.fields["relation"])) return true;
      // The job queue has a schema of its own.
      if (found.fields["relation"]["schemaname"] !== undefined) return true;
      const table = String(found.fields["relation"]["relname"]);
      const columns = list(found.fields["targetList"]).map((target) => String(as(target, "ResTarget")?.["name"]));
      const isQuiet = (column: string) => hiddenColumns[table]?.has(column) === true || bookkeeping.has(column);
      const hidesAll = found.type === "UpdateStmt" && hiddenColumns[table] !== undefined && columns.every(isQuiet);
      const conflict = found.fields["onConflictClause"];
      const changesExisting = isNode(conflict) && conflict["action"] !== "ONCONFLICT_NOTHING";
      const isNew = found.type === "InsertStmt" && hiddenInserts.has(table) && !changesExisting;
      if (!hidden.has(table) && !hidesAll && !isNew) changes = true;
      return true;
    });
  }
  return changes;
}

void test("Every statement that changes public content is recognized, and its site is known", async () => {
  let changing = 0;
  for (const statement of statements) {
    const expected = await changesContent(statement);
    const found = analyze(statement);
    assert.equal(found !== null, expected, statement);
    if (!found) continue;
    changing++;
    assert.notEqual(found.site, undefined, `The site is not known: ${statement}`);
    // A batch has one row per request, whose sites are an array.
    assert.doesNotMatch(statement, /^\s*with requested as/i);
  }
  assert.ok(changing > 300, `${changing} statements`);
});

void test("Hidden tables and columns exist", () => {
  const tables = new Set(tablesOfMigrations());
  assert.deepEqual(
    [...hidden].filter((table) => !tables.has(table)),
    [],
  );
  const schema = JSON.parse(readFileSync(path.join(root, "src/database/schema.json"), "utf8")) as Record<
    string,
    { columns: string[] }
  >;
  for (const [table, columns] of Object.entries(hiddenColumns)) {
    const known = new Set(schema[table]?.columns.map((column) => column.replace("!", "")));
    assert.deepEqual(
      [...columns].filter((column) => !known.has(column)),
      [],
      table,
    );
  }
});

const forms: [statement: string, site: number | undefined | null][] = [
  ["update courses set name = $1 where site_id = $2 and id = $3", 1],
  ["update courses set enrollment_count = $1 where site_id = $2", null],
  [
    'update members set "locale" = $1, "theme" = $2, "search_terms" = $3, version = version + 1 where site_id = $4',
    null,
  ],
  ['update members set "name" = $1, "theme" = $2 where site_id = $3 and id = $4', 2],
  ["update courses set enrollment_count = greatest(a, b), name = $1 where site_id = $2", 1],
  ["update courses as c set enrollment_count = 1, updated_at = $1 from x where c.site_id = $2", null],
  ["insert into courses (id, site_id, name) values ($1, $2, $3)", 1],
  ['insert into courses ("site_id", "id") values ($4, $1)', 3],
  ["insert into courses (id, site_id) select gen(a, b), $3::uuid, x from y", 2],
  ["with gone as (delete from posts where site_id = $7 returning id) select * from gone", 6],
  ["update sites set name = $1 where id = $2", 1],
  ["insert into tokens (site_id, digest) values ($1, $2)", null],
  ["select * from courses where site_id = $1 for no key update of courses skip locked", null],
  ["insert into sessions (site_id) values ($1) on conflict do update set x = 1", null],
  ["insert into members (site_id, id) values ($1, $2) on conflict do nothing", null],
  ["insert into members (site_id, id) values ($1, $2) on conflict (id) do update set name = $3", 0],
  ["update graphile_worker.jobs set x = 1", null],
];

void test("The site is found in each form of a write", () => {
  for (const [statement, site] of forms) {
    assert.deepEqual(analyze(statement), site === null ? null : { site }, statement);
  }
});
