import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { pagesAfter } from "#domain/platform/pages-after.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

const pageSize = 200;

/** Yields the IDs of the pictures that members uploaded, in their order. Pictures of the file library are not among them. */
export const uploadedPictures = ({ db, site }: SiteScope): AsyncGenerator<{ id: string }[]> =>
  pagesAfter<{ id: string }>(
    (last) => db.many<{ id: string }>`
      select files.id from members
       cross join ${table("files").joined(site.id, sql`members.picture_file_id`)}
       where members.site_id = ${site.id} and members.picture_file_id is not null and members.deleted_at is null
         and members.picture_file_id > ${last?.id ?? nilUuid}
         and files.purpose = 'profile_picture' and files.deleted_at is null
       order by members.picture_file_id limit ${pageSize}`,
  );
