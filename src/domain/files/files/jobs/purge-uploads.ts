import type { Queries } from "#database/database.ts";
import { sql } from "#database/statements/sql.ts";
import { processDue } from "#domain/platform/queue/process-due.ts";

/** Deletes expired uploads of all sites and releases their parts; the object cleanup removes their bytes. */
export const purgeUploads = (db: Queries, now: Date): Promise<number> =>
  processDue(
    db,
    { table: "uploads", column: "id", isDue: sql`expires_at < ${now}` },
    ({ siteId, keys }) => db.run`
      with ended as (select id from uploads
                      where site_id = ${siteId} and id = any(${keys}::uuid[]) and expires_at < ${now}),
           parts as (delete from upload_parts
                      where site_id = ${siteId} and upload_id in (select id from ended)
                     returning object_id),
           released as (update stored_objects set released_at = ${now}
                         where site_id = ${siteId} and id in (select object_id from parts))
      delete from uploads where site_id = ${siteId} and id in (select id from ended)`,
  );
