import { sql } from "#database/sql.ts";
import * as z from "zod";
import { ReferenceTo } from "#domain/platform/fields.ts";
import type { FileRow } from "#domain/files/files/file.ts";
import { fileAddress } from "#domain/files/files/file-address.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { requireVisibleCourse } from "./courses.ts";
import { isPresentIn } from "#domain/platform/is-present.ts";
import { rowsOf } from "#domain/platform/rows-by-key.ts";

export const showPromoVideo = operation({
  name: "showPromoVideo",
  summary: "Retrieve the promo video of a course",
  access: forAnyone,
  writes: false,
  input: z.object({ course: ReferenceTo("course") }),
  output: z.object({ url: z.string().nullable() }),
  async run(context, { course: reference }) {
    const { id } = await requireVisibleCourse(context, reference);
    const { db, site } = context;
    const row = await db.first<{ externalUrl: string | null; id: string | null } & Pick<FileRow, "visibility">>`
      select attachments.external_url, files.id, files.visibility
        from courses
       cross join ${rowsOf(sql`attachments`, site.id, sql`id`, sql`courses.promo_video_attachment_id`)}
        left join ${rowsOf(sql`files`, site.id, sql`id`, sql`attachments.file_id`)}
          on ${isPresentIn(sql`files`)} and files.status = 'ready'
       where courses.site_id = ${site.id} and courses.id = ${id} and ${isPresentIn(sql`attachments`)}`;
    if (!row) return { url: null };
    const { externalUrl, id: fileId, visibility } = row;
    return { url: fileId === null ? externalUrl : fileAddress(context, { id: fileId, visibility }) };
  },
});
