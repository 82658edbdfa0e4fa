import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import type { RequestContext } from "#domain/platform/context.ts";
import { readObject, storeObject } from "#domain/platform/storage/objects.ts";
import { listPieces, type PieceRow } from "#domain/platform/jobs/job-pieces.ts";
import { keepResult } from "#domain/platform/jobs/job-result.ts";
import type { JobRecord } from "#domain/platform/jobs/job.ts";
import type { JobPiece } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { only } from "#lib/collections/only.ts";
import { maxZipSize, zipArchive, type ZipEntry, zipSize } from "#lib/zip/zip-archive.ts";
import type { ExportFormat } from "./export-names.ts";
import { type ExportOrder, fileNameOf, formatOf } from "./export-order.ts";

interface ResultFile {
  filename: string;
  contentType: string;
  byteSize: number;
  /** Returns the same bytes on every read. */
  read: () => AsyncIterable<Uint8Array>;
}

const contentTypes: Record<ExportFormat, string> = { ndjson: "application/x-ndjson", csv: "text/csv" };

/** Assembles the pieces into the result file of the job; several lists become an archive. */
export async function assemble(context: RequestContext, job: JobRecord, order: ExportOrder): Promise<JobPiece> {
  const entries = entriesOf(context, job, await listPieces(context, job.id));
  const file = order.resources.length === 1 ? alone(only(entries), job) : inOne(entries, job);
  const { byteSize, filename, contentType } = file;
  const sha256 = await digestOf(file);
  const objectId = await storeObject(context, file.read(), { byteSize, sha256, contentType });
  const result = { objectId, filename, contentType, byteSize, sha256 };
  return { rows: 0, isLast: true, keep: (inside) => keepResult(inside, job.id, result) };
}

const entriesOf = (context: RequestContext, job: JobRecord, pieces: readonly PieceRow[]): ZipEntry[] =>
  [...Map.groupBy(pieces, ({ name }) => name)].map(([name, own]) => {
    const { crc32, byteSize } = itemAt(own, -1);
    return {
      name: fileNameOf(name, formatOf(job)),
      crc32,
      byteSize,
      storedSize: own.reduce((sum, { storedSize }) => sum + storedSize, lastBlock.length),
      async *read() {
        for (const { objectId } of own) yield* (await readObject(context, objectId)) as AsyncIterable<Uint8Array>;
        yield lastBlock;
      },
    };
  });

/** An empty final block (RFC 1951 §3.2.3, §3.2.6). */
const lastBlock = Uint8Array.of(0b011, 0);

const alone = ({ name, byteSize, read }: ZipEntry, job: JobRecord): ResultFile => ({
  filename: name,
  contentType: contentTypes[formatOf(job)],
  byteSize,
  read: () => Readable.from(read()).compose(createInflateRaw()),
});

function inOne(entries: readonly ZipEntry[], { createdAt }: JobRecord): ResultFile {
  const byteSize = zipSize(entries);
  if (byteSize > maxZipSize) {
    throw new Problem("too_many_rows", "The export is larger than 4 GiB: export fewer lists, or filter them.");
  }
  const filename = `export-${createdAt.toISOString().slice(0, 10)}.zip`;
  return { filename, contentType: "application/zip", byteSize, read: () => zipArchive(entries) };
}

async function digestOf({ read }: ResultFile): Promise<Buffer> {
  const digest = createHash("sha256");
  for await (const chunk of read()) digest.update(chunk);
  return digest.digest();
}
