import type pg from "pg";
import type { RequestContext } from "#domain/platform/context.ts";
import { onImportConnection } from "#domain/transfer/imports/import-connection.ts";
import { chunksOf, type OuladOptions } from "./chunks.ts";
import { addCounts, noCounts, type OuladCounts } from "./counts.ts";

/**
 * Imports the Open University Learning Analytics Dataset. Each chunk has its own transaction: an interrupted import
 * keeps its committed chunks, and the next one writes only the missing records.
 */
export async function importOulad(
  context: RequestContext,
  folder: string,
  options: OuladOptions = {},
): Promise<OuladCounts> {
  return onImportConnection(context, "oulad", (client) => writeAll(client, context, folder, options));
}

/** Reads the next chunk while the last one is being written. */
async function writeAll(
  client: pg.ClientBase,
  context: RequestContext,
  folder: string,
  options: OuladOptions,
): Promise<OuladCounts> {
  const counts = noCounts();
  let writing = Promise.resolve();
  try {
    for await (const chunk of chunksOf(context, folder, options)) {
      await writing;
      writing = chunk.write(context, client).then((written) => addCounts(counts, written));
      // Awaited later; until then a rejection must not count as unhandled.
      writing.catch(() => {});
      if (chunk.isBasis) await writing;
    }
  } finally {
    await writing;
  }
  return counts;
}
