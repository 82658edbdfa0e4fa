import { createHash } from "node:crypto";
import { ReceivedFile } from "#domain/platform/input/received-file.ts";
import { partSize } from "#domain/files/files/uploads/upload.ts";
import { perform } from "#domain/platform/operation.ts";
import { type ArchiveEntry, readArchive } from "#lib/archive/read-archive.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import type { Row } from "./archive-format.ts";
import { maxFileAtOnce, operations } from "./archived-resources.ts";
import { digestOf } from "./compare-rows.ts";
import { performOnWire, readPages } from "./read-list.ts";
import type { SiteImport } from "./site-import.ts";

/** Uploads the files of the archive: types are detected again, images encoded again, drawings cleaned again. */
export async function importFiles(run: SiteImport): Promise<void> {
  /** IDs by likeness, in order. */
  const existing = new Map<string, unknown[]>();
  for await (const page of readPages(run.context, operations.listFiles)) {
    for (const row of page) {
      const rowDigest = await digestOf(likeness(row));
      const same = existing.get(rowDigest);
      if (same) same.push(row["id"]);
      else existing.set(rowDigest, [row["id"]]);
    }
  }
  const missing = new Map<string, Row>();
  for await (const row of run.archive.rows("files")) {
    const existingId = existing.get(await digestOf(likeness(row)))?.shift();
    if (existingId) {
      run.ids.set(row["id"], existingId);
      run.count("files", "unchanged");
    } else missing.set(String(row["id"]), row);
  }
  if (missing.size > 0) {
    for await (const { entry } of readArchive(await run.archive.open())) {
      const row = entry.name.startsWith("files/") ? missing.get(entry.name.slice("files/".length)) : undefined;
      if (!row) continue;
      missing.delete(String(row["id"]));
      await run.attempt("files", row, async () => {
        const file = await (entry.size > maxFileAtOnce ? upload(run, row, entry) : create(run, row, entry));
        run.ids.set(row["id"], file["id"]);
        run.count("files", "created");
      });
    }
  }
  for (const row of missing.values()) {
    run.count("files", "failed");
    run.report(`files ${JSON.stringify(row["filename"])}`, "The archive does not contain its bytes.", "not_found");
  }
}

/**
 * Properties that a file shares with its copy at another site. Images are encoded again, so their bytes may differ. The
 * site holds only what earlier runs of this import have stored.
 */
function likeness({ filename, purpose, visibility, external_id, metadata, width, height, byte_size }: Row): Row {
  const size = width === null || width === undefined ? byte_size : null;
  return { filename, purpose, visibility, external_id, metadata, width, height, size };
}

const fieldsOf = ({ filename, purpose, visibility, external_id, metadata }: Row) => ({
  filename,
  purpose,
  visibility,
  externalId: external_id,
  metadata,
});

async function create({ context }: SiteImport, row: Row, entry: ArchiveEntry): Promise<Row> {
  const file = new ReceivedFile(await entry.read(maxFileAtOnce));
  const created = await perform(operations.createFile, context, { ...fieldsOf(row), file });
  return asRecord(compileEncoder(operations.createFile.output)(created));
}

async function upload({ context }: SiteImport, row: Row, entry: ArchiveEntry): Promise<Row> {
  const { content_type, filename, purpose, visibility, external_id, metadata } = row;
  const { id } = await performOnWire(context, operations.startUpload, {
    filename,
    purpose,
    visibility,
    external_id,
    metadata,
    content_type,
    byte_size: entry.size,
  });
  let number = 0;
  for await (const bytes of inParts(entry.content)) {
    const digest = createHash("sha256").update(bytes).digest("base64");
    const part = { id, n: String(++number), bytes, contentDigest: `sha-256=:${digest}:` };
    await perform(operations.receiveUploadPart, context, part);
  }
  return performOnWire(context, operations.completeUpload, { id });
}

async function* inParts(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + partSize - size);
      pieces.push(piece);
      at += piece.length;
      size += piece.length;
      if (size < partSize) continue;
      yield Buffer.concat(pieces);
      [pieces, size] = [[], 0];
    }
  }
  if (size > 0) yield Buffer.concat(pieces);
}
