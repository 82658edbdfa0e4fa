import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { schemaFile } from "#database/migrate/create-schema.ts";
import { applyMigration, migrate, pendingMigrations } from "#database/migrate/migrate.ts";
import { migrations } from "#database/migrate/migration-files.ts";
import { missingObjects } from "#database/migrate/missing-objects.ts";
import { readSchema } from "#database/migrate/schema-catalog.ts";
import { database } from "../support/databases/database.ts";
import { recordedSchema } from "../support/releases/schema-contract.ts";
import { schemaSql } from "../support/releases/schema-sql.ts";
import { aScratchDatabase } from "./support/scratch-database.ts";

void test("The recorded schema is the one that all migrations create (npm run contracts)", async () => {
  await using scratch = await aScratchDatabase();
  const client = await scratch.open();
  for (const name of migrations()) await applyMigration(client, name);
  assert.deepEqual(await readSchema(client), recordedSchema());
  assert.equal(await schemaSql(client), readFileSync(schemaFile, "utf8"));
  // schema.sql has no rows of other tables.
  for (const table of Object.keys(recordedSchema())) {
    const { rows } = await client.query(`select from ${table} limit 1`);
    assert.equal(rows.length, 0, `A migration inserts rows into ${table}.`);
  }
});

void test("An empty database gets the recorded schema, and the migrations count as applied", async () => {
  await using scratch = await aScratchDatabase();
  const client = await scratch.open();
  const lines: string[] = [];
  assert.deepEqual(await migrate(client, { report: (line) => lines.push(line) }), migrations());
  assert.deepEqual(lines, ["Creating the tables …"]);
  assert.deepEqual(await readSchema(client), recordedSchema());
  assert.equal(await schemaSql(client), readFileSync(schemaFile, "utf8"));
  assert.deepEqual(await migrate(client), []);
  // A migration that the file lacks is applied afterwards.
  const last = migrations().at(-1);
  await client.query("delete from schema_migrations where name = $1", [last]);
  assert.deepEqual(await pendingMigrations(client), [last]);
  // The file would create such a constraint validated.
  await client.query("alter table courses add constraint scratch check (version > 0) not valid");
  await assert.rejects(schemaSql(client), /constraint scratch, which is not validated/);
});

const losses: readonly [statement: string, missing: string][] = [
  ["drop table message_hold", "the table message_hold"],
  ["drop index courses_slug", "the index courses_slug"],
  ["alter table sites drop constraint sites_host_key", "the index sites_host_key"],
  ["alter table courses drop column name", "the column courses.name"],
  ["alter table courses alter column name drop not null", "the constraint NOT NULL of courses.name"],
  ["alter table courses drop constraint courses_status_check", "the constraint courses_status_check of courses"],
  [
    "alter table enrollments drop constraint enrollments_site_id_course_id_fkey",
    "the foreign key of enrollments (site_id, course_id) REFERENCES courses(site_id, id)",
  ],
];

void test("Each missing part is named, and a foreign key with another name is not missing", async () => {
  const client = await database.pool.connect();
  const found: string[] = [];
  try {
    assert.deepEqual(await missingObjects(client), []);
    for (const [statement] of losses) {
      await client.query("begin");
      await client.query(statement);
      found.push((await missingObjects(client))[0]!);
      await client.query("rollback");
    }
    await client.query("begin");
    await client.query("alter table enrollments rename constraint enrollments_site_id_course_id_fkey to other_name");
    assert.deepEqual(await missingObjects(client), []);
  } finally {
    await client.query("rollback");
    client.release();
  }
  assert.deepEqual(
    found,
    losses.map(([, missing]) => missing),
  );
});
