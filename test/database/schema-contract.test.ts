import assert from "node:assert/strict";
import { test } from "node:test";
import { missingObjects } from "#database/missing-objects.ts";
import { readSchema } from "#database/schema-catalog.ts";
import { database } from "../support/database.ts";
import { recordedSchema } from "../support/schema-contract.ts";

void test("The schema of a new database is the recorded one (node tools/write-contracts.ts)", async () => {
  assert.deepEqual(await readSchema(database.pool), recordedSchema());
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
