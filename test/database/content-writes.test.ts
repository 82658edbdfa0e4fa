import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contentIn, contentOf } from "#database/content/content-of.ts";
import { hidden, hiddenColumns } from "#database/content/hidden-writes.ts";
import { rows, sql } from "#database/statements/sql.ts";
import { compile } from "#database/statements/statement.ts";
import { root, tablesOfMigrations } from "../support/data/source-tree.ts";
import { declarationProblem } from "../support/meters/content-changes.ts";

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

/** Statements with the number of the parameter that is the site of changed content. Null: they change none. */
const forms: [statement: string, site: number | null][] = [
  ["update courses set name = $1 where site_id = $2 and id = $3", 2],
  ["update courses set enrollment_count = $1 where site_id = $2", null],
  [
    'update members set "locale" = $1, "theme" = $2, "search_terms" = $3, version = version + 1 where site_id = $4',
    null,
  ],
  ['update members set "name" = $1, "theme" = $2 where site_id = $3 and id = $4', 3],
  ["update courses set enrollment_count = greatest(a, b), name = $1 where site_id = $2", 2],
  ["update courses as c set enrollment_count = 1, updated_at = $1 from x where c.site_id = $2", null],
  ["insert into courses (id, site_id, name) values ($1, $2, $3)", 2],
  ['insert into courses ("site_id", "id") values ($4, $1)', 4],
  ["insert into courses (id, site_id) select gen(a, b), $3::uuid, x from y", 3],
  ["update posts set name = $1 from (select $2::uuid as site_id) as changed where posts.site_id = changed.site_id", 2],
  ["with gone as (delete from posts where site_id = $7 returning id) select * from gone", 7],
  ["update sites set name = $1 where id = $2", 2],
  ["insert into sites (name, id) values ($1, $2)", 2],
  ["insert into tokens (site_id, digest) values ($1, $2)", null],
  ["select * from courses where site_id = $1 for no key update of courses skip locked", null],
  ["insert into sessions (site_id) values ($1) on conflict (site_id) do update set x = 1", null],
  ["insert into members (site_id, id) values ($1, $2) on conflict do nothing", null],
  ["insert into members (site_id, id) values ($1, $2) on conflict (id) do update set name = $3", 1],
  ["update graphile_worker.jobs set x = 1", null],
];

void test("A statement that declares a change of public content wrongly is found in each form of a write", async () => {
  for (const [text, site] of forms) {
    const [right, wrong] = site === null ? [null, 0] : [site - 1, null];
    assert.equal(await declarationProblem({ text, content: right }), undefined, text);
    assert.match((await declarationProblem({ text, content: wrong })) ?? "", /name the site with/, text);
    if (site !== null) assert.match((await declarationProblem({ text, content: 8 })) ?? "", /\$9, which is not/, text);
  }
});

void test("Statements on tables that are not in the schema have no rules", async () => {
  for (const content of [null, 0])
    assert.equal(await declarationProblem({ text: "delete from badges where site_id = $1", content }), undefined);
});

void test("A batch, and a statement with the count of other rows, cannot declare a change of public content", async () => {
  const batch = "with requested as (select 1), answers as (delete from posts where site_id = $1) select * from answers";
  assert.match((await declarationProblem({ text: batch, content: 0 })) ?? "", /several sites/);
  const counting = "with gone as (delete from posts where site_id = $1 returning id) delete from tokens using gone";
  assert.match((await declarationProblem({ text: counting, content: 0 })) ?? "", /count is that of other rows/);
});

const compiled = ({ strings, values }: ReturnType<typeof sql>) => compile(strings, values, true);
const update = (site: unknown) => sql`update posts set slug = ${"a"}, ${sql`name = ${"b"}`} where site_id = ${site}`;

void test("The marked site keeps its position in a statement, and equal texts without it are other statements", () => {
  const [marked, values] = compiled(update(contentOf("s")));
  assert.deepEqual([marked.content, values], [2, ["a", "b", "s"]]);
  const [plain] = compiled(update("s"));
  assert.deepEqual([plain.content, plain.text], [undefined, marked.text]);
  assert.equal(compiled(update(contentOf("t")))[0], marked);
  const inserted = sql`insert into posts ${rows({ id: "a", siteId: contentOf("s") }, { id: "b", siteId: contentOf("s") })}`;
  assert.equal(compiled(inserted)[0].content, 1);
});

const changes = (table: string, fields?: object) => contentIn(table, "s", fields) !== "s";

void test("An update with fields of input changes public content unless pages show none of them", () => {
  assert.ok(changes("courses"));
  assert.ok(changes("courses", { name: "a", enrollmentCount: 1 }));
  assert.ok(!changes("courses", { enrollmentCount: 1, updatedAt: new Date(), name: undefined }));
  assert.ok(changes("posts", { updatedAt: new Date() }));
  assert.ok(changes("posts", {}));
  assert.ok(!changes("orders"));
});
