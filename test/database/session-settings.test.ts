import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { batch } from "#database/statements/batch.ts";
import { openDatabase, type Queries } from "#database/database.ts";
import { explain } from "#database/statements/explain.ts";
import { connectionOfUrl } from "#database/servers/connection-of-url.ts";
import { sql } from "#database/statements/sql.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import { connectionTo } from "../support/databases/database-location.ts";
import { newId } from "#domain/platform/ids.ts";
import { aScratchDatabase } from "./support/scratch-database.ts";

interface Setting {
  jit: string;
}

const settings = (db: Queries) => db.one<{ path: string; jit: string; seqscan: string }>`
  select current_setting('search_path') as path, current_setting('jit') as jit,
         current_setting('enable_seqscan') as seqscan`;

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
      database.one<Setting>`select current_setting('jit') as jit ${inIndexOrder}`,
      database.write.one<Setting>`insert into settings values (current_setting('jit')) returning jit`,
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

void test("Options in the URL of the database add to the settings of Lectern, which have precedence", async () => {
  await using scratch = await aScratchDatabase();
  const administrator = await scratch.open();
  await administrator.query("create schema school; create table school.rooms (id integer primary key)");
  const database = openDatabase(connectionOfUrl(urlOf(scratch.name, "-c search_path=school -c jit=on")));
  try {
    const expected = { path: "school", jit: "off", seqscan: "off" };
    assert.deepEqual([await settings(database), await database.transaction(settings)], [expected, expected]);
    const client = await database.pool.connect();
    try {
      assert.match((await explain(client, "select from rooms where id = $1")) ?? "", /rooms_pkey/);
    } finally {
      client.release();
    }
  } finally {
    await database.close();
  }
});

function urlOf(name: string, options: string): string {
  const { host, port, user = "", password } = new pg.Client(connectionTo(name));
  const parameters = new URLSearchParams({ host, port: String(port), options });
  return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password ?? "")}@/${name}?${parameters.toString()}`;
}
