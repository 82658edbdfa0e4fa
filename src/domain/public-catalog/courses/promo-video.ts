import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import * as z from "zod";
import { ReferenceTo } from "#domain/platform/fields.ts";
import type { FileRow } from "#domain/files/files/file.ts";
import { fileAddress } from "#domain/files/files/file-address.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { requireVisibleCourse } from "./courses.ts";

export const showPromoVideo = operation({
  name: "showPromoVideo",
  summary: "Retrieve the promo video of a course",
  reads: forAnyone,
  input: z.object({ course: ReferenceTo("course") }),
  output: z.object({ url: z.string().nullable() }),
  async run(context, { course: reference }) {
    const { id } = await requireVisibleCourse(context, reference);
    const { db, site } = context;
    const row = await db.first<{ externalUrl: string | null; id: string | null } & Pick<FileRow, "visibility">>`
      select attachments.external_url, files.id, files.visibility
        from courses
       cross join ${table("attachments").joined(site.id, sql`courses.promo_video_attachment_id`)}
        left join ${table("files").joined(site.id, sql`attachments.file_id`)}
          on ${table("files").present} and files.status = 'ready'
       where courses.site_id = ${site.id} and courses.id = ${id} and ${table("attachments").present}`;
    if (!row) return { url: null };
    const { externalUrl, id: fileId, visibility } = row;
    return { url: fileId === null ? externalUrl : fileAddress(context, { id: fileId, visibility }) };
  },
});
