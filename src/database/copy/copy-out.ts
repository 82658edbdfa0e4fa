import type { Readable } from "node:stream";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { columnList, type CopyTable, copyTarget, quoteTable } from "./copy-table.ts";
import { only } from "#lib/collections/only.ts";

/** Bytes of a chunk, unless one row is longer. */
const chunkSize = 4 * 1024 * 1024;
const newline = 0x0a;

/** Reads the rows of a query in COPY text format. */
export const copyQuery = (client: pg.ClientBase, query: string): Readable =>
  client.query(copyTo(`copy (${query}) to stdout`));

/** Reads a table in COPY text format, in chunks of whole rows. */
export async function* copyOut(client: pg.ClientBase, table: CopyTable): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of (await openTable(client, table)) as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length < chunkSize || !piece.includes(newline)) continue;
    const whole = Buffer.concat(pieces, length);
    const end = whole.lastIndexOf(newline) + 1;
    yield whole.subarray(0, end);
    pieces = [whole.subarray(end)];
    length = whole.length - end;
  }
  if (length > 0) yield Buffer.concat(pieces, length);
}

/** COPY reads a partitioned table only through a query. */
async function openTable(client: pg.ClientBase, table: CopyTable): Promise<Readable> {
  const name = quoteTable(table.name);
  const { rows } = await client.query<{ kind: string }>(
    "select relkind as kind from pg_class where oid = $1::regclass",
    [name],
  );
  if (only(rows).kind === "p") return copyQuery(client, `select ${columnList(table)} from ${name}`);
  return client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
}
