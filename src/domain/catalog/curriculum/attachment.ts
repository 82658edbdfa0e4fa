import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { ExternalId, Metadata, Name, WebAddress } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { Position } from "./section.ts";
import { isSecureAddress } from "./secure-address.ts";

const kinds = ["video", "audio", "pdf", "file", "image", "embed", "link", "text"] as const;

/** What of an attachment a client writes, besides its place. */
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

/** Something that comes with a lecture: a file, an address or a text. */
export const Attachment = z
  .object({
    object: z.literal("attachment"),
    id: Id("attachment"),
    lectureId: Id("lecture"),
    ...writableAttachment,
    position: Position,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Attachment" });

export const NewAttachmentFields = z
  .object({ ...writableAttachment, position: Position })
  .partial()
  .required({ kind: true, title: true });

export const AttachmentChanges = patchSchemaOf({ ...writableAttachment, position: Position });

/** An attachment as it is kept. */
export interface AttachmentRecord extends Omit<z.output<typeof Attachment>, "object"> {
  version: number;
}

export type NewAttachment = Pick<AttachmentRecord, "id" | "lectureId" | "kind" | "title" | "position"> &
  Partial<AttachmentRecord>;

export const presentAttachment = (attachment: AttachmentRecord) => ({ object: "attachment" as const, ...attachment });

/** At most so many come with a lecture. */
export const mostAttachments = 100;

/** What is wrong with where an attachment comes from: a field, and what it should be. */
export function sourceProblem({
  kind,
  fileId,
  externalUrl,
  text,
}: Pick<AttachmentRecord, "kind"> & Partial<AttachmentRecord>): { field: string; detail: string } | undefined {
  const [file, address, words] = [fileId, externalUrl, text].map((source) => source !== null && source !== undefined);
  if ([file, address, words].filter(Boolean).length !== 1) {
    return { field: "", detail: "Give one of file_id, external_url and text." };
  }
  if (words !== (kind === "text"))
    return { field: "text", detail: "A text is given for the kind text, and for it alone." };
  if (file && (kind === "link" || kind === "embed")) {
    return { field: "fileId", detail: `An attachment of kind ${kind} has an external_url.` };
  }
  if (address && kind !== "link" && !isSecureAddress(externalUrl!)) {
    return {
      field: "externalUrl",
      detail: "Expected an address that begins with https://: a page shows it within itself.",
    };
  }
  return undefined;
}
