import assert from "node:assert/strict";
import { test } from "node:test";
import { batch } from "#database/batch.ts";
import { openDatabase } from "#database/database.ts";
import { sql } from "#database/sql.ts";
import { followsIndex } from "#database/statement.ts";
import { connectionTo } from "../support/database-location.ts";
import { newId } from "#domain/platform/ids.ts";
import { aScratchDatabase } from "./support/scratch-database.ts";

interface Setting {
  jit: string;
}

const shared = batch<{ siteId: string }, Setting>(
  { siteId: "uuid" },
  (requested) => sql`with ${requested} select ordinal, current_setting('jit') as jit from requested`,
);

void test("No connection compiles statements, whatever the server's settings", async () => {
  await using scratch = await aScratchDatabase();
  const client = await scratch.open();
  await client.query(`alter database ${scratch.name} set jit = on`);
  await client.query("create table settings (jit text not null)");
  const database = openDatabase(connectionTo(scratch.name));
  try {
    const jits = await Promise.all([
      database.one<Setting>`select current_setting('jit') as jit`,
      database.one<Setting>`select current_setting('jit') as jit ${followsIndex}`,
      database.one<Setting>`insert into settings values (current_setting('jit')) returning jit`,
      database.transaction((db) => db.one<Setting>`select current_setting('jit') as jit`),
      database.together(shared, { siteId: newId() }),
    ]);
    assert.deepEqual(
      jits.map((setting) => setting?.jit),
      ["off", "off", "off", "off", "off"],
    );
  } finally {
    await database.close();
  }
});
