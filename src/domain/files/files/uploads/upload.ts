import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { Metadata } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { type ManagedPurpose, purposes, type Visibility, visibilities } from "#domain/files/files/file.ts";
import { versionedResource } from "#domain/platform/versioned.ts";

/** The maximum object size of any S3 store. */
export const maxUploadBytes = 5 * 1024 ** 3;

/** Bytes of each part except the last, which is smaller. */
export const partSize = 8 * 1024 * 1024;

/** Counts from the last part. */
export const uploadLifetimeMs = 3 * 86_400_000;

export const UploadPart = z
  .object({
    object: z.literal("upload_part"),
    number: z.number().int().min(1),
    byteSize: z.number().int().min(0),
    sha256: z.string().meta({ description: "SHA-256 of the part (hexadecimal)" }),
  })
  .meta({ id: "UploadPart" });

/** A multipart upload in progress. */
export const Upload = versionedResource("upload", {
  filename: z.string(),
  contentType: z.string(),
  byteSize: z.number().int().min(0),
  sha256: z.string().nullable(),
  purpose: z.enum(purposes),
  visibility: z.enum(visibilities),
  uploadUrl: z.string().meta({
    description: "The base URL of the parts: PUT part 1 to `{upload_url}/1`, and so on, in any order and in parallel",
  }),
  partSize: z.number().int().min(1).meta({ description: "Bytes of each part except the last" }),
  partCount: z.number().int().min(1),
  receivedParts: z.array(UploadPart),
  status: z.enum(["open", "completed"]),
  fileId: Id("file").nullable(),
  metadata: Metadata,
  expiresAt: Instant.meta({ description: "The upload is discarded at this time unless another part arrives" }),
  createdAt: Instant,
  updatedAt: Instant,
});

export interface PartRow {
  number: number;
  objectId: string;
  byteSize: number;
  sha256: Buffer;
}

export interface UploadRow {
  id: string;
  filename: string;
  contentType: string;
  byteSize: number;
  sha256: Buffer | null;
  partSize: number;
  purpose: ManagedPurpose;
  visibility: Visibility;
  fileId: string | null;
  memberId: string | null;
  externalId: string | null;
  metadata: Record<string, string>;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  expiresAt: Date;
}

export const partCountOf = (upload: Pick<UploadRow, "byteSize" | "partSize">): number =>
  Math.ceil(upload.byteSize / upload.partSize);

/** Returns the required size of a part; undefined if the number is out of range. */
export function sizeOfPart(upload: Pick<UploadRow, "byteSize" | "partSize">, number: number): number | undefined {
  const count = partCountOf(upload);
  if (number > count) return undefined;
  return number < count ? upload.partSize : upload.byteSize - (count - 1) * upload.partSize;
}

export function serializeUpload({ site }: Context, upload: UploadRow, parts: readonly PartRow[]) {
  return {
    ...upload,
    object: "upload" as const,
    sha256: upload.sha256?.toString("hex") ?? null,
    uploadUrl: `${site.origin}/api/v1/uploads/${formatId("upload", upload.id)}/parts`,
    partCount: partCountOf(upload),
    receivedParts: parts.map(serializePart),
    status: upload.fileId === null ? ("open" as const) : ("completed" as const),
  };
}

export const serializePart = ({ number, byteSize, sha256 }: Omit<PartRow, "objectId">) => ({
  object: "upload_part" as const,
  number,
  byteSize,
  sha256: sha256.toString("hex"),
});
