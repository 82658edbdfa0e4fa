import * as z from "zod";
import type { NamedFile } from "#domain/files/files/references/require-files.ts";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { ExternalId, Metadata, Name, WebAddress } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { Position } from "#domain/catalog/curriculum/sections/section.ts";
import { isSecureAddress } from "#domain/catalog/curriculum/secure-address.ts";
import { versionedResource } from "#domain/platform/versioned.ts";

const kinds = ["video", "audio", "pdf", "file", "image", "embed", "link", "text"] as const;

/** Client-writable attachment fields, except the position. */
export const writableAttachment = {
  kind: z.enum(kinds),
  title: Name,
  fileId: Id("file").nullable(),
  externalUrl: WebAddress.nullable(),
  text: z.string().min(1).max(20_000).nullable(),
  downloadable: z.boolean(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** An attachment of a lecture: a file, a link or a text. */
export const Attachment = versionedResource("attachment", {
  lectureId: Id("lecture"),
  ...writableAttachment,
  position: Position,
  createdAt: Instant,
  updatedAt: Instant,
});

export const NewAttachmentFields = z
  .object({ ...writableAttachment, position: Position })
  .partial()
  .required({ kind: true, title: true });

export const AttachmentChanges = patchSchemaOf({ ...writableAttachment, position: Position });

/** A stored attachment. */
export interface AttachmentRecord extends Omit<z.output<typeof Attachment>, "object"> {
  version: number;
}

export type NewAttachment = Pick<AttachmentRecord, "id" | "lectureId" | "kind" | "title" | "position"> &
  Partial<AttachmentRecord>;

export const serializeAttachment = (attachment: AttachmentRecord) => ({ object: "attachment" as const, ...attachment });

/** Maximum number of attachments per lecture. */
export const maxAttachments = 100;

/** Validates the source of an attachment. Returns the invalid field and a message, or undefined. */
export function sourceProblem({
  kind,
  fileId,
  externalUrl,
  text,
}: Pick<AttachmentRecord, "kind"> & Partial<AttachmentRecord>): { field: string; detail: string } | undefined {
  const [file, address, body] = [fileId, externalUrl, text].map((source) => source !== null && source !== undefined);
  if ([file, address, body].filter(Boolean).length !== 1) {
    return { field: "", detail: "Send exactly one of file_id, external_url and text." };
  }
  if (body !== (kind === "text"))
    return { field: "text", detail: "`text` is required for kind text and not allowed for other kinds." };
  if (file && (kind === "link" || kind === "embed")) {
    return { field: "fileId", detail: `An attachment of kind ${kind} requires external_url.` };
  }
  if (externalUrl !== null && externalUrl !== undefined && kind !== "link" && !isSecureAddress(externalUrl)) {
    return {
      field: "externalUrl",
      detail: "Expected an https:// address, because it is embedded in a page.",
    };
  }
  return undefined;
}

/** The reference to the file of an attachment. Pages show pictures in place, and offer other files for download. */
export const attachedFile = (
  { kind, fileId }: { kind?: z.output<typeof Attachment>["kind"] | undefined; fileId: string },
  pointer: string,
): NamedFile => ({ id: fileId, pointer, ...(kind === "image" && { use: "attachedPicture" as const }) });
