import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { type Database, openDatabase } from "#database/database.ts";
import { sql } from "#database/statements/sql.ts";
import { connectionConfig } from "../support/databases/database.ts";

/** A second connection that changes the schema, as the migrations of another process do. */
let other: pg.Client;
let database: Database;

const table = sql`changing`;

const types = ["bigint", "integer", "numeric", "integer"];
const alter = async (): Promise<void> => {
  const type = types.shift()!;
  types.push(type);
  await other.query(`alter table changing alter column worth type ${type}`);
};

interface Row {
  /** Text while the column is numeric. */
  worth: number | string;
}
const worths = () => database.many<Row>`select worth from ${table} order by id limit 3`;
const worthOf = (id: number) => database.one<Row>`select worth from ${table} where id = ${id}`;
const add = (id: number) =>
  database.write.one<Row>`insert into ${table} (id, worth) values (${id}, ${id}) returning worth`;
const preparedTexts = () =>
  database.many<{ text: string }>`
    select statement as text from pg_prepared_statements where statement like 'select worth from changing order%'`;
const plain = (rows: Row[]) => rows.map(({ worth }) => Number(worth));

void describe("Statements whose result a migration changes", () => {
  before(async () => {
    other = new pg.Client(connectionConfig);
    await other.connect();
    await other.query("create table changing (id integer primary key, worth integer not null)");
    await other.query("insert into changing select number, number from generate_series(1, 20) as number");
    database = openDatabase(connectionConfig, { readers: 1, writers: 1, transactions: 1 });
  });
  after(async () => {
    await database.close();
    await other.query("drop table changing");
    await other.end();
  });

  void test("are prepared and run again, with many of them in flight", async () => {
    const ids = Array.from({ length: 20 }, (_unused, index) => index + 1);
    for (let round = 0; round < 4; round++) {
      assert.deepEqual(plain(await worths()), [1, 2, 3]);
      assert.deepEqual(plain(await Promise.all(ids.map(worthOf))), ids);
      await alter();
      const [few, all] = await Promise.all([worths(), Promise.all(ids.map(worthOf))]);
      assert.deepEqual([plain(few), plain(all)], [[1, 2, 3], ids]);
    }
  });

  void test("leave no old plans behind", async () => {
    await worths();
    await alter();
    await worths();
    assert.equal((await preparedTexts()).length, 1);
  });

  void test("write once", async () => {
    await add(101);
    await alter();
    const added = await Promise.all([102, 103, 104].map(add));
    assert.deepEqual(plain(added), [102, 103, 104]);
  });

  void test("roll their transaction back and repeat it as a whole", async () => {
    let runs = 0;
    const work = () =>
      database.transaction(async (queries) => {
        runs++;
        await queries.run`insert into ${table} (id, worth) select coalesce(max(id), 0) + 1, 7 from ${table}`;
        // In a savepoint the statement cannot be repeated by itself: its transaction might have read the old type.
        return queries.attempt((inside) => inside.many<{ worth: number }>`select worth from ${table} where worth = 7`);
      });
    const before = (await work()).length;
    await alter();
    assert.equal((await work()).length, before + 1);
    assert.equal(runs, 3);
    assert.equal((await work()).length, before + 2);
    assert.equal(runs, 4, "The statements are prepared again, so that the next transaction runs once.");
  });

  void test("keep the error of a transaction that fails for another reason", async () => {
    let runs = 0;
    const failing = database.transaction(async (queries) => {
      runs++;
      await queries.run`select 1 / 0`;
    });
    await assert.rejects(failing, /division by zero/);
    assert.equal(runs, 1);
  });
});
