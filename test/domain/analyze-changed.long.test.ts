import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { analyzeChanged, analyzeRegularly } from "#database/analyze-changed.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { until } from "../support/until.ts";

void describe("Planner statistics after an import", () => {
  let installation: TestInstallation;
  before(async () => {
    installation = await anInstallation();
  });
  after(() => installation.close());

  void test("are updated for the tables that were filled, and for no others", async () => {
    const { database } = installation;
    await database.pool.query(
      "insert into accounts (id, email, email_key, created_at, updated_at) " +
        "select gen_random_uuid(), i::text, i::text, now(), now() from generate_series(1, 2000) as i",
    );
    const analyzed = await until(async () => {
      const names = await analyzeChanged(database);
      return names.length > 0 && names;
    }, "PostgreSQL to report a changed table");
    assert.deepEqual(analyzed, ["accounts"]);
    const { rows } = await database.pool.query<{ rows: number }>(
      "select reltuples::integer as rows from pg_class where relname = 'accounts'",
    );
    assert.deepEqual(rows, [{ rows: 2000 }]);
  });

  for (const earlier of ["never vacuumed", "vacuumed, which counts rows only"]) {
    void test(`are created for a table without any, although PostgreSQL has counted no writes: ${earlier}`, async () => {
      const { database } = installation;
      // As after a restore, or a crash that loses the counters. Few rows, on more pages than a small table has.
      await database.pool.query("create table restored (content text) with (autovacuum_enabled = off)");
      await database.pool.query("alter table restored alter column content set storage plain");
      await database.pool.query("insert into restored select repeat('x', 2000) from generate_series(1, 100)");
      if (earlier !== "never vacuumed") await database.pool.query("vacuum restored");
      const isAnalyzed = async () => (await analyzeChanged(database)).includes("restored");
      assert.deepEqual([await isAnalyzed(), await isAnalyzed()], [true, false]);
      await database.pool.query("drop table restored");
    });
  }

  void test("are updated in the pauses of a long import, once their interval has passed", async () => {
    const { database } = installation;
    await database.pool.query("create table growing (content text) with (autovacuum_enabled = off)");
    await database.pool.query("alter table growing alter column content set storage plain");
    await database.pool.query("insert into growing select repeat('x', 2000) from generate_series(1, 100)");
    const rowsKnown = async () =>
      (await database.pool.query("select reltuples::integer as rows from pg_class where relname = 'growing'")).rows;
    await analyzeRegularly(database, 3_600_000)();
    assert.deepEqual(await rowsKnown(), [{ rows: -1 }]);
    await analyzeRegularly(database, 0)();
    assert.deepEqual(await rowsKnown(), [{ rows: 100 }]);
    await database.pool.query("drop table growing");
  });
});
