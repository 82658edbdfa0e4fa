import { createReadStream, createWriteStream } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Connection } from "../harness/cluster.ts";
import { tables } from "./tables.ts";

/** Exports the imported rows to one file per table. Returns the number of rows. */
export async function exportTables(connection: Connection, folder: string): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  let rows = 0;
  for (const table of ["sites", ...tables]) {
    const copy = client.query(copyTo(`copy ${table} to stdout`));
    await pipeline(copy, createWriteStream(path.join(folder, table)));
    if (table !== "sites") rows += copy.rowCount;
  }
  await client.end();
  return rows;
}

/**
 * Copies finished rows into the same tables, including indexes and keys, with one transaction per table. Returns the
 * seconds.
 */
export async function bareCopy(connection: Connection, folder: string): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  const copy = (table: string) =>
    pipeline(createReadStream(path.join(folder, table)), client.query(copyFrom(`copy ${table} from stdin`)));
  await copy("sites");
  const begin = performance.now();
  for (const table of tables) await copy(table);
  const seconds = (performance.now() - begin) / 1000;
  await client.end();
  return seconds;
}
