import { hash } from "node:crypto";
import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { contentOf } from "#domain/files/files/content.ts";
import { claimObjects, releaseObjects, storeObject } from "#domain/platform/storage/objects.ts";
import { partSize, serializePart, sizeOfPart, UploadPart, uploadLifetimeMs, type UploadRow } from "./upload.ts";
import { findPart, lockUpload, requireOpen, requireUpload, savePart, updateUpload } from "./upload-queries.ts";

/** RFC 9530 §2: a dictionary, of which only this algorithm is used. */
const ContentDigest = z
  .string()
  .max(1000)
  .transform((header, context) => {
    const [, digest] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/.exec(header) ?? [];
    if (digest !== undefined) return Buffer.from(digest, "base64");
    context.issues.push({
      code: "custom",
      input: header,
      message: "Expected a digest like sha-256=:<base64>: (RFC 9530).",
    });
    return z.NEVER;
  });

export const receiveUploadPart = operation({
  name: "receiveUploadPart",
  summary: "Upload a part",
  writes: "storage:write",
  input: z.object({
    id: Id("upload"),
    n: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, "Expected a part number, starting at 1.")
      .transform(Number)
      .meta({ description: "Part number, starting at 1", examples: ["1"] }),
    bytes: z
      .instanceof(Uint8Array, { error: "Send the bytes of the part as the body." })
      .meta({ type: "string", format: "binary" }),
    contentDigest: ContentDigest,
  }),
  output: UploadPart,
  /** Repeating a part is cheap, so clients can retry when in doubt. */
  async prepare(context, { id, n, bytes, contentDigest }) {
    const upload = await requireUpload(context, id);
    requireOpen(upload);
    requireSize(upload, n, bytes);
    const sha256 = hash("sha256", bytes, "buffer");
    if (!sha256.equals(contentDigest)) {
      throw new Problem("checksum_mismatch", "The digest of the bytes does not match Content-Digest. Send them again.");
    }
    const existing = await findPart(context, id, n);
    return {
      sha256,
      objectId: existing?.sha256.equals(sha256) ? existing.objectId : await store(context, bytes, sha256),
    };
  },
  async run(context, { id, n, bytes, sha256, objectId }) {
    requireOpen(await lockUpload(context, id));
    const earlier = await findPart(context, id, n);
    const part = { number: n, objectId, byteSize: bytes.length, sha256 };
    if (earlier?.objectId !== objectId) {
      await claimObjects(context, [objectId]);
      await savePart(context, id, part);
      if (earlier) await releaseObjects(context, [earlier.objectId], context.now);
    }
    await updateUpload(context, id, { expiresAt: new Date(context.now.getTime() + uploadLifetimeMs) }, context.now);
    return serializePart(part);
  },
  unaudited: "the log records the beginning and the completion of the upload",
});

function requireSize(upload: UploadRow, number: number, { length }: Uint8Array): void {
  const expected = sizeOfPart(upload, number);
  if (expected === undefined) throw validationFailed("/n", "too_big", `The upload has no part ${number}.`);
  if (length !== expected) {
    throw validationFailed("/bytes", "wrong_size", `Part ${number} must have ${expected} bytes, not ${length}.`);
  }
}

const store = async (context: Context, bytes: Uint8Array, sha256: Buffer): Promise<string> =>
  context.dryRun
    ? newId()
    : storeObject(context, contentOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), sha256).read(), {
        byteSize: bytes.length,
        sha256,
        contentType: "application/octet-stream",
      });

export const maxPartBytes = partSize;
