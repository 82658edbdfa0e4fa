import { hash } from "node:crypto";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import type { RequestContext } from "#domain/platform/context.ts";
import { storeObject } from "#domain/content/files/objects.ts";
import { findLastPiece, keepPiece, type PieceRow } from "#domain/platform/jobs/job-pieces.ts";
import type { JobRecord } from "#domain/platform/jobs/job.ts";
import type { JobPiece } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
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

/** Produces the next piece after the stored ones: rows of the current list, and finally the complete file. */
export async function nextPiece(context: RequestContext, job: JobRecord, order: ExportOrder): Promise<JobPiece> {
  const last = await findLastPiece(context, job.id);
  const name = nameAfter(order, last);
  if (name === undefined) return assemble(context, job, order);
  const before = last?.name === name ? last : undefined;
  const { text, rows, next } = await readRows(context, job, order, name, before?.goesOnAt ?? undefined);
  const bytes = Buffer.from(text);
  const byteSize = (before?.byteSize ?? 0) + bytes.length;
  if (order.resources.length > 1 && byteSize > maxZipSize) throw tooLarge(name);
  const stored = await compress(bytes);
  const piece: PieceRow = {
    number: (last?.number ?? 0) + 1,
    name,
    objectId: await storeBytes(context, stored),
    storedSize: stored.length,
    byteSize,
    crc32: crc32(bytes, before?.crc32 ?? 0),
    goesOnAt: next,
  };
  return { rows, isLast: false, keep: (inside) => keepPiece(inside, job.id, piece) };
}

function nameAfter({ resources }: ExportOrder, last: PieceRow | undefined): ExportName | undefined {
  if (!last) return resources[0];
  const index = resources.findIndex((name) => name === last.name);
  return resources[last.goesOnAt === null ? index + 1 : index];
}

async function readRows(
  context: RequestContext,
  job: JobRecord,
  { filter }: ExportOrder,
  name: ExportName,
  from: string | undefined,
): Promise<{ text: string; rows: number; next: string | null }> {
  const { head, of } = rowTextOf(name, formatOf(job));
  let text = from === undefined ? head : "";
  let rows = 0;
  let next: string | null = from ?? null;
  do {
    const page = await readPage(context, name, filter[name] ?? {}, next ?? undefined);
    for (const row of page.rows) text += of(row);
    rows += page.rows.length;
    next = page.next;
  } while (next !== null && rows < maxRows && text.length < maxLetters);
  return { text, rows, next };
}

const tooLarge = (name: ExportName) =>
  new Problem("too_many_rows", `${name} is larger than 4 GiB: export it alone, or filter it.`);

/** Ends with a sync flush, so that the pieces can be concatenated. */
const compress = (bytes: Buffer): Promise<Buffer> =>
  promisify<Buffer, { finishFlush: number }, Buffer>(deflateRaw)(bytes, { finishFlush: constants.Z_SYNC_FLUSH });

function storeBytes(context: RequestContext, bytes: Buffer): Promise<string> {
  async function* once() {
    yield bytes;
  }
  const facts = { byteSize: bytes.length, sha256: hash("sha256", bytes, "buffer"), contentType };
  return storeObject(context, once(), facts);
}

const contentType = "application/octet-stream";
