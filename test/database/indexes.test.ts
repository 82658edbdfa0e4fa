import assert from "node:assert/strict";
import { test } from "node:test";
import { database } from "../support/databases/database.ts";

void test("No index is a prefix of another one with the same rows, because it would only slow down writes", async () => {
  const { rows } = await database.pool.query<{ name: string }>(`
    with sorted as (
      select indexrelid, indrelid, indisunique, pg_get_expr(indpred, indrelid) as rows_of,
             array(select pg_get_indexdef(indexrelid, place, false) || indoption[place - 1] || indclass[place - 1]
                     from generate_series(1, indnkeyatts) as place) as keys
        from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
       where relnamespace = current_schema()::regnamespace and amname = 'btree')
    select distinct shorter.indexrelid::regclass::text as name
      from sorted shorter
      join sorted longer on longer.indrelid = shorter.indrelid and longer.indexrelid <> shorter.indexrelid
       and longer.keys[:cardinality(shorter.keys)] = shorter.keys
       and longer.rows_of is not distinct from shorter.rows_of
     where not shorter.indisunique`);
  assert.deepEqual(
    rows.map(({ name }) => name),
    [],
  );
});

/** Few, short-lived rows: a scan is faster than maintaining an index. */
const fewRows = ["mail_links"];

void test("Every foreign key to accounts has an index, so that an erasure does not scan the rows of all sites", async () => {
  const { rows } = await database.pool.query<{ name: string; indexed: boolean }>(`
    select conrelid::regclass::text as name,
           exists (select from pg_index
                    where indrelid = conrelid and indpred is null
                      and (indkey::smallint[])[0:cardinality(conkey) - 1] = conkey) as indexed
      from pg_constraint
     where contype = 'f' and confrelid = 'accounts'::regclass`);
  assert.ok(rows.length >= 3);
  const slow = rows.filter(({ indexed }) => !indexed).map(({ name }) => name);
  assert.deepEqual(slow, fewRows);
});
