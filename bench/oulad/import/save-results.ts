import type pg from "pg";
import { chunkTransaction, isTaken } from "./chunk-transaction.ts";
import { copyRows } from "./copy.ts";
import { mergeResults } from "./merge-results.ts";
import { type ResultTable, tableOf } from "./result-tables.ts";
import type { Result } from "./results.ts";

/** Numbers of new rows. */
interface ResultCounts {
  attempts: number;
  submissions: number;
}

/**
 * Saves a chunk of results, quiz attempts and submissions each in one transaction. Existing rows are kept, including
 * grades changed since an earlier import.
 */
export async function saveResults(
  client: pg.ClientBase,
  siteId: string,
  results: readonly Result[],
  now: Date,
): Promise<ResultCounts> {
  const counts = { quiz_attempts: 0, submissions: 0 };
  for (const [table, of] of Map.groupBy(results, tableOf)) {
    counts[table.name] = await saveInto(client, siteId, table, of, now);
  }
  return { attempts: counts.quiz_attempts, submissions: counts.submissions };
}

async function saveInto(
  client: pg.ClientBase,
  siteId: string,
  table: ResultTable,
  results: readonly Result[],
  now: Date,
): Promise<number> {
  const fresh = await withoutStored(client, siteId, table, results);
  if (fresh.length === 0) return 0;
  try {
    return await chunkTransaction(client, async () => {
      const rows = fresh.values().map((result) => table.rowOf(siteId, result, now));
      await copyRows(client, `${table.name} (${Object.keys(table.columns).join(", ")})`, rows);
      return fresh.length;
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    return chunkTransaction(client, () => mergeResults(client, siteId, table, fresh, now));
  }
}

/** Returns the results that the site lacks, without duplicates. */
async function withoutStored(
  client: pg.ClientBase,
  siteId: string,
  { name }: ResultTable,
  results: readonly Result[],
): Promise<Result[]> {
  const fresh = new Map(results.map((result) => [result.id, result]));
  const { rows } = await client.query<{ id: string }>(`select id from ${name} where site_id = $1 and id = any($2)`, [
    siteId,
    [...fresh.keys()],
  ]);
  for (const { id } of rows) fresh.delete(id);
  return [...fresh.values()];
}
