import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { Filename, purposes, visibilities, visibilityFor } from "#domain/files/files/file.ts";
import { releaseObjects } from "#domain/platform/storage/objects.ts";
import { maxUploadBytes, partSize, serializeUpload, Upload, uploadLifetimeMs } from "./upload.ts";
import { deleteParts, deleteUploadRow, insertUpload, lockUpload, partsOf, requireUpload } from "./upload-queries.ts";
import { aboutExternalId, requireNoImportId } from "../queries.ts";

export const startUpload = operation({
  name: "startUpload",
  summary: "Start a multipart upload",
  description: "At most 5 GiB. An interrupted upload can be resumed.",
  writes: "storage:write",
  input: z.object({
    filename: Filename,
    contentType: z
      .string()
      .max(100)
      .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/, "Expected a media type like video/mp4.")
      .meta({
        description: "The expected media type. The stored type is detected from the content.",
        example: "video/mp4",
      }),
    byteSize: z.number().int().min(1).max(maxUploadBytes),
    sha256: z
      .string()
      .regex(/^[\da-f]{64}$/i, "Expected 64 hexadecimal digits.")
      .optional()
      .meta({
        description: "SHA-256 of the whole file (hexadecimal). An upload with another digest is rejected.",
        example: "9f".repeat(32),
      }),
    purpose: z.enum(purposes),
    visibility: z
      .enum(visibilities)
      .optional()
      .meta({ description: "Defaults to the visibility that suits the purpose" }),
    externalId: ExternalId.meta({ description: aboutExternalId }).nullable().optional(),
    metadata: Metadata.optional(),
  }),
  output: Upload,
  async run(context, { sha256, visibility, externalId = null, metadata = {}, ...fields }) {
    const { now, caller } = context;
    requireNoImportId(context, externalId);
    const upload = {
      ...fields,
      id: newId(),
      visibility: visibility ?? visibilityFor(fields.purpose),
      sha256: sha256 === undefined ? null : Buffer.from(sha256, "hex"),
      externalId,
      metadata,
      partSize,
      memberId: memberOf(caller),
      expiresAt: new Date(now.getTime() + uploadLifetimeMs),
    };
    await insertUpload(context, upload, now);
    return serializeUpload(context, await requireUpload(context, upload.id), []);
  },
});

export const getUpload = operation({
  name: "getUpload",
  summary: "Retrieve an upload",
  description: "Lists the parts that have been received.",
  reads: "storage:write",
  input: z.object({ id: Id("upload") }),
  output: Upload,
  async run(context, { id }) {
    const upload = await requireUpload(context, id);
    return serializeUpload(context, upload, await partsOf(context, id));
  },
});

export const cancelUpload = operation({
  name: "cancelUpload",
  summary: "Cancel an upload",
  description: "If the upload is already complete, its file is kept.",
  writes: "storage:write",
  input: z.object({ id: Id("upload") }),
  output: z.object({ id: Id("upload") }),
  async run(context, { id }) {
    await lockUpload(context, id);
    await releaseObjects(context, await deleteParts(context, id), context.now);
    await deleteUploadRow(context, id);
    return { id };
  },
});
