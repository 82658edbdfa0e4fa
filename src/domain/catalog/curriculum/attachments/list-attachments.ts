import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { Id } from "#domain/platform/ids.ts";
import { anyOf, changeTimes, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { Attachment, type AttachmentRecord, serializeAttachment } from "./attachment.ts";
import { attachmentColumns } from "./attachment-queries.ts";
import { requireAttachment, requireLecture } from "#domain/catalog/curriculum/require-locked.ts";

const attachments = listing<AttachmentRecord>({
  kind: "attachment",
  table: sql`attachments`,
  columns: attachmentColumns,
  defaultSort: "position",
  sorts: { position: "integer", createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: {
    kind: withoutIndex(anyOf(Attachment.shape.kind, sql`attachments.kind`)),
    ...changeTimes(sql`attachments`),
  },
});

export const listAttachments = operation({
  name: "listAttachments",
  summary: "List the attachments of a lecture",
  description: "Sorted by position.",
  reads: "curriculum:read",
  input: attachments.input.extend({ lectureId: Id("lecture") }),
  output: pageSchemaOf(Attachment),
  async run(context, { lectureId, ...requested }) {
    await requireLecture(context, lectureId);
    return mapPage(
      await attachments.page(context, requested, { of: sql`attachments.lecture_id = ${lectureId}` }),
      serializeAttachment,
    );
  },
});

export const getAttachment = operation({
  name: "getAttachment",
  summary: "Retrieve an attachment",
  reads: "curriculum:read",
  input: z.object({ id: Id("attachment") }),
  output: Attachment,
  run: async (context, { id }) => serializeAttachment((await requireAttachment(context, id)).attachment),
});
