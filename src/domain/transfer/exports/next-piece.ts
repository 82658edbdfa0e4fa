import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { constants, crc32, createDeflateRaw } from "node:zlib";
import type { RequestContext } from "#domain/platform/context.ts";
import { storeObject } from "#domain/platform/storage/objects.ts";
import { findLastPiece, keepPiece, type PieceRow } from "#domain/platform/jobs/job-pieces.ts";
import type { JobRecord } from "#domain/platform/jobs/job.ts";
import type { JobPiece } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { maxZipSize } from "#lib/zip/zip-archive.ts";
import { assemble } from "./assemble.ts";
import type { ExportName } from "./export-names.ts";
import { formatOf } from "./export-order.ts";
import type { ExportOrder } from "./export-order.ts";
import { readPage } from "./read-list.ts";
import { rowTextOf } from "./row-text.ts";

/** Limits of a piece: rows, or characters. */
const maxRows = 1000;
const maxLetters = 1024 * 1024;

/** Characters of rows that are encoded without a pause. One row can be longer. */
const maxChunk = 64 * 1024;

/** Produces the next piece after the stored ones: rows of the current list, and finally the complete file. */
export async function nextPiece(context: RequestContext, job: JobRecord, order: ExportOrder): Promise<JobPiece> {
  const last = await findLastPiece(context, job.id);
  const name = nameAfter(order, last);
  if (name === undefined) return assemble(context, job, order);
  const before = last?.name === name ? last : undefined;
  const { chunks, rows, next } = await readRows(context, job, order, name, before?.nextCursor ?? undefined);
  const byteSize = (before?.byteSize ?? 0) + sizeOf(chunks);
  if (order.resources.length > 1 && byteSize > maxZipSize) throw tooLarge(name);
  let checksum = before?.crc32 ?? 0;
  await mapInSlices(chunks, (chunk) => (checksum = crc32(chunk, checksum)));
  const stored = await compress(chunks);
  const piece: PieceRow = {
    number: (last?.number ?? 0) + 1,
    name,
    objectId: await storeBytes(context, stored),
    storedSize: sizeOf(stored),
    byteSize,
    crc32: checksum,
    nextCursor: next,
  };
  return { rows, isLast: false, keep: (inside) => keepPiece(inside, job.id, piece) };
}

function nameAfter({ resources }: ExportOrder, last: PieceRow | undefined): ExportName | undefined {
  if (!last) return resources[0];
  const index = resources.findIndex((name) => name === last.name);
  return resources[last.nextCursor === null ? index + 1 : index];
}

const sizeOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, { length }) => sum + length, 0);

async function readRows(
  context: RequestContext,
  job: JobRecord,
  { filter }: ExportOrder,
  name: ExportName,
  from: string | undefined,
): Promise<{ chunks: Buffer[]; rows: number; next: string | null }> {
  const { head, of } = rowTextOf(name, formatOf(job));
  const chunks: Buffer[] = [];
  let text = from === undefined ? head : "";
  let [rows, letters] = [0, 0];
  let next: string | null = from ?? null;
  do {
    const page = await readPage(context, name, filter[name] ?? {}, next ?? undefined);
    for (const row of page.rows) {
      text += of(row);
      if (text.length < maxChunk) continue;
      chunks.push(Buffer.from(text));
      letters += text.length;
      text = "";
      const turn = pause();
      if (turn) await turn;
    }
    rows += page.rows.length;
    next = page.next;
  } while (next !== null && rows < maxRows && letters < maxLetters);
  chunks.push(Buffer.from(text));
  return { chunks, rows, next };
}

const tooLarge = (name: ExportName) =>
  new Problem("too_many_rows", `${name} is larger than 4 GiB: export it alone, or filter it.`);

/** Ends with a sync flush, so that the pieces can be concatenated. */
const compress = (chunks: readonly Buffer[]): Promise<Buffer[]> =>
  Readable.from(chunks)
    .pipe(createDeflateRaw({ finishFlush: constants.Z_SYNC_FLUSH }))
    .toArray();

async function storeBytes(context: RequestContext, chunks: readonly Buffer[]): Promise<string> {
  const digest = createHash("sha256");
  await mapInSlices(chunks, (chunk) => digest.update(chunk));
  async function* all() {
    yield* chunks;
  }
  return storeObject(context, all(), { byteSize: sizeOf(chunks), sha256: digest.digest(), contentType });
}

const contentType = "application/octet-stream";
