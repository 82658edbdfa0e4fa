import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "#database/database.ts";
import { connectionConfig, database } from "../support/databases/database.ts";

const settings = ["enable_sort", "enable_hashjoin", "plan_cache_mode"];

void test("A snapshot is planned like a page, with plans that transactions on its connection do not use", async () => {
  const db = openDatabase(connectionConfig, { transactions: 1 });
  try {
    const read = (queries: Pick<typeof db, "many">) => queries.many<{ value: string; plans: number }>`
      select current_setting(name) as value,
             (select count(*) from pg_prepared_statements where statement like '%as plans%')::integer as plans
        from unnest(${settings}::text[]) with ordinality as settings (name, place) order by place`;
    const inSnapshot = await db.snapshot(read);
    const afterwards = await db.transaction(read);
    assert.deepEqual(
      [inSnapshot, afterwards].map((rows) => rows.map(({ value, plans }) => [value, plans])),
      [
        [
          ["off", 1],
          ["off", 1],
          ["force_generic_plan", 1],
        ],
        [
          ["on", 2],
          ["on", 2],
          ["auto", 2],
        ],
      ],
    );
  } finally {
    await db.close();
  }
});

void test("A transaction cannot become a snapshot, because it may have seen other rows", async () => {
  await assert.rejects(
    database.transaction((queries) => queries.snapshot(async () => {})),
    /cannot begin a snapshot/,
  );
});
