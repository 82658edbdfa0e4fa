import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { copyOut } from "#database/copy/copy-out.ts";
import type { CopyTable } from "#database/copy/copy-table.ts";
import { RowDigest } from "#database/copy/row-digest.ts";
import type { Snapshot } from "#database/copy/snapshot.ts";
import type { ArchiveWriter } from "#lib/archive/write-archive.ts";
import { chunkName, type TableSum } from "./format.ts";

const compress = promisify(gzip);

/** The fastest level: a backup should not occupy a core for long. */
const level = 1;

/** Writes the rows of a table in compressed chunks. The next chunk is read while one is compressed. */
export async function writeTable(
  { client }: Pick<Snapshot, "client">,
  table: CopyTable,
  archive: ArchiveWriter,
  onBytes: (bytes: number) => void,
): Promise<TableSum> {
  const sum = new RowDigest();
  let written = Promise.resolve();
  let number = 0;
  for await (const chunk of copyOut(client, table)) {
    const name = chunkName(table.name, ++number);
    const compressed = compress(chunk, { level });
    compressed.catch(() => {});
    sum.add(chunk);
    await written;
    written = compressed.then((content) => archive.add(name, content));
    written.catch(() => {});
    onBytes(chunk.length);
  }
  await written;
  return { name: table.name, rows: sum.rows, bytes: sum.bytes, digest: sum.digest };
}
