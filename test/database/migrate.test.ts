import assert from "node:assert/strict";
import { test } from "node:test";
import { appliedMigrations } from "#database/migrate/applied-migrations.ts";
import { droppedForeignKeys } from "#database/cluster/distribute.ts";
import { migrate } from "#database/migrate/migrate.ts";
import { readMigration } from "#database/migrate/migration-files.ts";
import { lockMigrations, unlockMigrations } from "#database/migrate/migration-lock.ts";
import { describeNewer, newerMigrations } from "#database/migrate/newer-schema.ts";
import { UnusableDatabaseError } from "#database/migrate/unusable-database.ts";
import { aScratchDatabase } from "./support/scratch-database.ts";

const things = "create table things (id integer primary key, name text);\n";
const index = "-- requires 0.1.0\ncreate unique index concurrently things_name on things (name);\n";

void test("Two processes that start at the same time migrate once, and the waiting one reports it", async () => {
  await using scratch = await aScratchDatabase();
  scratch.add("0001-things.sql", things);
  scratch.add("0002-index.sql", index);
  const [first, second, holder] = [await scratch.open(), await scratch.open(), await scratch.open()];
  await lockMigrations(holder, "shared");
  const lines: string[] = [];
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  const report = (line: string) => {
    lines.push(line);
    if (lines.length === 2) resolve();
  };
  const both = Promise.all([first, second].map((client) => migrate(client, { report, folder: scratch.folder })));
  await waiting;
  await unlockMigrations(holder, "shared");
  const applied = await both;
  assert.deepEqual(
    applied.map(({ length }) => length).toSorted((a, b) => a - b),
    [0, 2],
  );
  assert.equal(lines.filter((line) => line === "Waiting for a backup. Migrations left: 2.").length, 2);
  assert.deepEqual(
    lines.filter((line) => line.startsWith("Migrating")),
    ["Migrating (1 of 2): 0001-things.sql", "Migrating (2 of 2): 0002-index.sql"],
  );
  assert.deepEqual(await appliedMigrations(first), [
    { name: "0001-things.sql", requires: null },
    { name: "0002-index.sql", requires: "0.1.0" },
  ]);
});

void test("An index that an interrupted migration left invalid is created again, without blocking writes", async () => {
  await using scratch = await aScratchDatabase();
  scratch.add("0001-things.sql", things);
  const [client, writer] = [await scratch.open(), await scratch.open()];
  const run = () => migrate(client, { folder: scratch.folder });
  await run();
  await client.query("insert into things values (1, 'same'), (2, 'same')");
  scratch.add("0002-index.sql", index);
  await assert.rejects(run(), /Migration 0002-index\.sql failed: could not create unique index/);
  const validity = async () =>
    (await client.query("select indisvalid from pg_index where indexrelid = to_regclass('things_name')")).rows;
  assert.deepEqual(await validity(), [{ indisvalid: false }]);

  await client.query("update things set name = id");
  // The index waits for this write, which it does not block.
  await writer.query("begin");
  await writer.query("insert into things values (3, 'three')");
  const running = run();
  await writer.query("insert into things values (4, 'four')");
  await writer.query("commit");
  assert.deepEqual(await running, ["0002-index.sql"]);
  assert.deepEqual(await validity(), [{ indisvalid: true }]);

  scratch.add("0003-drop.sql", "-- requires 0.1.0\ndrop index concurrently if exists things_name;\n");
  await run();
  assert.deepEqual(await validity(), []);
});

void test("A migration yields to a transaction that uses its table, and is applied after it", async () => {
  await using scratch = await aScratchDatabase();
  scratch.add("0001-things.sql", things);
  const [client, other, third] = [await scratch.open(), await scratch.open(), await scratch.open()];
  await migrate(client, { folder: scratch.folder });
  scratch.add("0002-column.sql", "-- requires 0.1.0\nalter table things add column worth integer;\n");
  await other.query("begin; select from things");
  const { promise: waiting, resolve } = Promise.withResolvers<void>();
  const report = (line: string) => {
    if (line === "Waiting for a transaction that uses the tables of 0002-column.sql.") resolve();
  };
  const running = migrate(client, { report, folder: scratch.folder });
  await waiting;
  // While the migration waited for its lock, this statement would have waited behind it.
  await third.query("select from things");
  await other.query("commit");
  assert.deepEqual(await running, ["0002-column.sql"]);
});

const row = (name: string, requires: string | null) => ({ name, requires });

void test("A version runs on a newer schema whose migrations allow it, and refuses every other one", () => {
  const allowed = [row("0001-a.sql", null), row("0100-b.sql", "0.1.0"), row("0101-c.sql", "0.2.0")];
  const newer = newerMigrations(allowed, ["0001-a.sql"]);
  assert.deepEqual(
    newer.map(({ name }) => name),
    ["0100-b.sql", "0101-c.sql"],
  );
  assert.equal(describeNewer(newer, "0.2.0"), undefined);
  assert.equal(describeNewer(newer, "0.10.0-rc.1"), undefined);
  assert.equal(
    describeNewer(newer, "0.1.0"),
    "The database was migrated by a newer version of Lectern (0101-c.sql). Version 0.1.0 cannot use it. Start 0.2.0 or later. To go back, restore a backup from before the upgrade.",
  );
  assert.match(describeNewer([row("0100-b.sql", null)], "0.2.0")!, /Start that version, or a later one\./);
});

void test("Migrations state what they require and whether they run outside a transaction", async () => {
  await using scratch = await aScratchDatabase();
  scratch.add("0001-things.sql", `-- A comment about create index concurrently.\n${things}`);
  scratch.add("0002-index.sql", index);
  const [first, second] = ["0001-things.sql", "0002-index.sql"].map((name) => readMigration(name, scratch.folder));
  assert.deepEqual([first!.requires, first!.isConcurrent], [null, false]);
  assert.deepEqual([second!.requires, second!.isConcurrent], ["0.1.0", true]);
});

void test("A database whose tables are only in part distributed is not migrated before that has been completed", async () => {
  await using scratch = await aScratchDatabase();
  scratch.add("0001-things.sql", things);
  const client = await scratch.open();
  const run = () => migrate(client, { folder: scratch.folder });
  await run();
  await client.query(`create table ${droppedForeignKeys} (table_name text, name text, definition text)`);
  assert.deepEqual(await run(), [], "A start without migrations is not refused.");
  scratch.add("0002-index.sql", index);
  await assert.rejects(run(), /only in part distributed .*Run `lectern database distribute`, which continues/);
  assert.equal((await appliedMigrations(client)).length, 1);
  await client.query(`drop table ${droppedForeignKeys}`);
  assert.deepEqual(await run(), ["0002-index.sql"]);
});

void test("A process that starts during a distribution waits for its end", async () => {
  await using scratch = await aScratchDatabase();
  scratch.add("0001-things.sql", things);
  const [client, distributing] = [await scratch.open(), await scratch.open()];
  await lockMigrations(distributing, "exclusive");
  await distributing.query(`create table ${droppedForeignKeys} (table_name text, name text, definition text)`);
  const { promise: waiting, resolve: report } = Promise.withResolvers<string>();
  const migrated = migrate(client, { report, folder: scratch.folder });
  await Promise.race([waiting, migrated]);
  await distributing.query(`drop table ${droppedForeignKeys}`);
  await unlockMigrations(distributing, "exclusive");
  assert.deepEqual(await migrated, ["0001-things.sql"]);
});

void test("A database with a table of another program is refused and stays as it is", async () => {
  await using scratch = await aScratchDatabase();
  const client = await scratch.open();
  await client.query("create table courses (id integer)");
  await assert.rejects(migrate(client), (error) => {
    assert.ok(error instanceof UnusableDatabaseError);
    assert.match(error.message, /"courses" already exists\. DATABASE_URL must name an empty database/);
    return true;
  });
  const { rows } = await client.query(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  assert.deepEqual(rows, [{ relname: "courses" }]);
});

void test("A database from before the first release is refused in one line that says what to do, and stays as it is", async () => {
  await using scratch = await aScratchDatabase();
  const client = await scratch.open();
  await client.query(
    "create table schema_migrations (name text primary key, applied_at timestamptz not null); insert into schema_migrations values ('0001-sites-and-people.sql', now())",
  );
  await assert.rejects(migrate(client), (error) => {
    assert.ok(error instanceof UnusableDatabaseError);
    assert.match(error.message, /^The database is from before release 0\.1\.0, .*lectern export site.*\.$/);
    return true;
  });
  assert.equal((await appliedMigrations(client)).length, 1);
});
