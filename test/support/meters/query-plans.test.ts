import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { database } from "../databases/database.ts";
import { explained, nodesOf, type Plan, readBy } from "./query-plans.ts";

const rows = 20_000;

async function readByIndex(query: (db: ReturnType<typeof explained>) => Promise<unknown>): Promise<number> {
  const plans: Plan[] = [];
  await query(explained(plans));
  const scan = plans.flatMap(nodesOf).find((node) => node["Index Name"] === "compared_by_all");
  assert.ok(scan, JSON.stringify(plans));
  return readBy(scan);
}

void describe("The rows that a plan reads", () => {
  before(async () => {
    await database.pool.query("create table compared (site integer, number integer, kind integer)");
    await database.pool.query("create index compared_by_all on compared (site, number, kind)");
    await database.pool.query(
      `insert into compared select 1, number, number % 5000 from generate_series(1, ${rows}) as number`,
    );
    await database.pool.query("vacuum (analyze) compared");
  });
  after(() => database.pool.query("drop table compared"));

  void test("are those that an index finds by its first columns", async () => {
    const read = await readByIndex(
      (db) => db.many`select kind from compared where site = 1 and number between 7 and 16`,
    );
    assert.equal(read, 10);
  });

  void test("include index entries that are compared and not returned, which PostgreSQL does not report", async () => {
    const read = await readByIndex((db) => db.many`select number from compared where site = 1 and kind = 7`);
    assert.ok(read >= 1000, `${read} rows`);
  });
});
