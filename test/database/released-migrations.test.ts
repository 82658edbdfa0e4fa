import assert from "node:assert/strict";
import { test } from "node:test";
import { migrations, readMigration } from "#database/migrate/migration-files.ts";
import { changedMigrations, readRelease } from "../support/releases/release-record.ts";
import { brokenRules } from "../support/releases/migration-rules.ts";
import { aScratchDatabase } from "./support/scratch-database.ts";

const release = readRelease();
const released = Object.keys(release.migrations);

void test("Released migrations keep their names, contents and order", async () => {
  assert.deepEqual(changedMigrations(release), []);
  await using scratch = await aScratchDatabase({ released: true });
  const [first = ""] = released;
  scratch.add(first, "select 1;");
  scratch.add("0000-earlier.sql", "select 1;");
  assert.deepEqual(changedMigrations(release, scratch.folder), [
    `${first} was released with ${release.version} and is changed. Restore it, and add a new migration.`,
    `0000-earlier.sql comes before ${released.at(-1)} of release ${release.version}. Give it a later number.`,
  ]);
  const { [first]: _removed, ...others } = release.migrations;
  const renamed = { ...release, migrations: { ...others, "0000-before.sql": "…" } };
  assert.match(
    changedMigrations(renamed).join("\n"),
    /^0000-before\.sql was released with .* is renamed or deleted\./m,
  );
});

void test("New migrations can be applied while the released version runs", () => {
  const unreleased = migrations().filter((name) => release.migrations[name] === undefined);
  assert.deepEqual(
    unreleased.flatMap((name) => brokenRules(readMigration(name), release.version)),
    [],
  );
});

const problems: readonly [text: string, problem: RegExp | undefined][] = [
  ["alter table courses drop column level;", /drops a column.* -- unused since 1\.2\.0$/],
  ["-- unused since 1.2.0\nalter table courses drop column level;", undefined],
  ["-- unused since 1.3.0\nalter table courses drop column level;", /drops a column/],
  ["drop table courses;", /drops a table/],
  ["alter table courses rename to lessons;", /renames/],
  ["alter table courses alter column position type bigint;", /changes the type/],
  ["alter table courses alter column level set not null;", /sets a column not null/],
  ["alter table courses add column worth integer not null;", /not null and has no default/],
  ["alter table courses add column worth integer not null default 0;", undefined],
  ["alter table courses add column worth integer;", undefined],
  ["create index by_level on courses (level);", /blocks writes.*CONCURRENTLY/],
  ["create index concurrently by_level on courses (level);", undefined],
  ["create unique index concurrently by_level on courses (level);", /adds a unique index/],
  ["create table levels (id uuid);\ncreate unique index levels_once on levels (id);", undefined],
  ["alter table courses add constraint c check (level <> '');", /NOT VALID/],
  ["alter table courses add constraint c check (level <> '') not valid;", undefined],
  ["alter table courses add column a text;\nupdate courses set a = 'b';", /changes the schema and rows/],
  ["create index concurrently a on courses (id);\nalter table courses add column a text;", /mixes CONCURRENTLY/],
];

function check(text: string) {
  const isConcurrent = text.includes("concurrently");
  const migration = { name: "0900-scratch.sql", text: `-- requires 1.2.0\n${text}`, requires: "1.2.0", isConcurrent };
  return brokenRules(migration, "1.2.0");
}

void test("Rules for migrations after a release name the file, the statement and the way out", () => {
  for (const [text, expected] of problems) {
    const found = check(text);
    assert.equal(found.length, expected === undefined ? 0 : 1, `${text}\n${found.join("\n")}`);
    if (expected) assert.match(found[0]!, expected);
    if (expected) assert.match(found[0]!, /^0900-scratch\.sql /);
  }
  const scratch = { name: "0900-scratch.sql", text: "select 1;", isConcurrent: false };
  assert.match(brokenRules({ ...scratch, requires: null }, "1.2.0")[0]!, /must name .* -- requires 1\.2\.0$/);
  assert.match(brokenRules({ ...scratch, requires: "1.1.0" }, "1.2.0")[0]!, /only 1\.2\.0 is tested/);
  assert.deepEqual(brokenRules({ ...scratch, requires: "1.3.0" }, "1.2.0"), []);
});
