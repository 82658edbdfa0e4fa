import type pg from "pg";
import { type CopyTable, quoteTable } from "./copy-table.ts";

/** The position of the sequence behind an identity column. */
export interface SequencePosition {
  table: string;
  column: string;
  last: string;
}

/** Sequences are not part of a snapshot. Read after the rows, they are never behind them. */
export async function readSequences(client: pg.ClientBase, tables: readonly CopyTable[]): Promise<SequencePosition[]> {
  const { rows } = await client.query<SequencePosition>(
    `select names.name as table, attname as column, pg_sequence_last_value(found.sequence)::text as last
       from unnest($1::text[]) as names (name)
       join pg_attribute on attrelid = to_regclass(names.name) and attnum > 0 and not attisdropped
       cross join lateral (select pg_get_serial_sequence(names.name, attname)::regclass as sequence) found
      where found.sequence is not null and pg_sequence_last_value(found.sequence) is not null
      order by 1, 2`,
    [tables.map(({ name }) => quoteTable(name))],
  );
  return rows;
}

export async function advanceSequences(client: pg.ClientBase, positions: readonly SequencePosition[]): Promise<void> {
  for (const { table, column, last } of positions) {
    await client.query("select setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint)", [table, column, last]);
  }
}
