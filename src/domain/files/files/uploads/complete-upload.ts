import { createHash } from "node:crypto";
import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { type Content, type StoredContent, storeContent } from "#domain/files/files/content.ts";
import { File } from "#domain/files/files/file.ts";
import { keepFile } from "#domain/files/files/keep-file.ts";
import { readObject, releaseObjects } from "#domain/platform/storage/objects.ts";
import { serializeFile } from "#domain/files/files/serialize-file.ts";
import { findFile } from "#domain/files/files/queries.ts";
import { type PartRow, partCountOf, type UploadRow } from "./upload.ts";
import { deleteParts, lockUpload, partsOf, requireUpload, updateUpload } from "./upload-queries.ts";

export const completeUpload = operation({
  name: "completeUpload",
  summary: "Complete an upload",
  description: "Assembles the parts into a file. Repeating the request returns the same file.",
  writes: "storage:write",
  input: z.object({ id: Id("upload") }),
  output: File,
  async prepare(context, { id }): Promise<{ content: StoredContent | undefined }> {
    // Read before the upload: a concurrent completion deletes the parts when it sets the file.
    const parts = await partsOf(context, id);
    const upload = await requireUpload(context, id);
    if (upload.fileId !== null) return { content: undefined };
    requireAll(upload, parts);
    const content = await wholeOf(context, upload, parts);
    return { content: await storeContent(context, content, upload.purpose) };
  },
  async run(context, { id, content }) {
    const upload = await lockUpload(context, id);
    if (upload.fileId !== null || content === undefined) return serializeFile(context, await fileOf(context, upload));
    const file = await keepFile(context, upload, content);
    await updateUpload(context, id, { fileId: file.id }, context.now);
    await releaseObjects(context, await deleteParts(context, id), context.now);
    return serializeFile(context, file);
  },
});

function requireAll(upload: UploadRow, parts: readonly PartRow[]): void {
  const received = new Set(parts.map(({ number }) => number));
  const missing = Array.from({ length: partCountOf(upload) }, (_, index) => index + 1).filter((n) => !received.has(n));
  if (missing.length === 0) return;
  const listed = `${missing.slice(0, 20).join(", ")}${missing.length > 20 ? ", …" : ""}`;
  throw new Problem("invalid_state", `Missing parts: ${listed}. Send them first.`, { allowed: ["open"] });
}

/** Streams all parts in order and computes the digest along the way. */
async function wholeOf(context: Context, upload: UploadRow, parts: readonly PartRow[]): Promise<Content> {
  async function* read() {
    for (const { objectId } of parts) yield* (await readObject(context, objectId)) as AsyncIterable<Uint8Array>;
  }
  const digest = createHash("sha256");
  for await (const chunk of read()) digest.update(chunk);
  const sha256 = digest.digest();
  if (upload.sha256 !== null && !sha256.equals(upload.sha256)) {
    throw new Problem(
      "checksum_mismatch",
      "The assembled file does not match the announced sha256. Start a new upload.",
    );
  }
  return { byteSize: upload.byteSize, sha256, read };
}

async function fileOf(context: Context, { fileId }: UploadRow) {
  const file = fileId === null ? undefined : await findFile(context, fileId);
  if (!file) throw notFound("file", fileId === null ? "of this upload" : formatId("file", fileId));
  return file;
}
