import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { ofLectures } from "#domain/catalog/curriculum/lectures/of-lectures.ts";
import type { AttachmentRecord, NewAttachment } from "./attachment.ts";

export const {
  columns: attachmentColumns,
  find: findAttachment,
  insert: insertAttachment,
  update: updateAttachment,
} = defineTable<AttachmentRecord, NewAttachment, Partial<AttachmentRecord> & { deletedAt?: Date | null }>(
  "attachments",
);

/** In order of position. */
export const listAttachmentsOf = ({ db, site }: SiteScope, lectureId: string): Promise<AttachmentRecord[]> =>
  db.many<AttachmentRecord>`
    select ${attachmentColumns} from attachments
     where site_id = ${site.id} and lecture_id = ${lectureId} and deleted_at is null
     order by position, id`;

/** Returns the attachments of several lectures, in order within each lecture. */
export const listAttachmentsIn = (
  { db, site }: SiteScope,
  lectureIds: readonly string[],
): Promise<AttachmentRecord[]> =>
  db.many<AttachmentRecord>`
    select ${attachmentColumns} from ${ofLectures(sql`attachments`, site.id, lectureIds)}
     order by position, id`;

/** Sets positions from 0 in this order. */
export async function arrangeAttachments({ db, site }: SiteScope, ids: readonly string[], now: Date): Promise<void> {
  await db.run`
    update attachments set position = changed.number - 1, version = version + 1, updated_at = ${now}
      ${table("attachments").fromEach(contentOf(site.id), sql`unnest(${ids}::uuid[]) with ordinality as input (id, number)`)}
       and attachments.position <> changed.number - 1`;
}
