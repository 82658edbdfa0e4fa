import { type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";

/** Returns the ID of a file if it is public, so that pages do not link to private files. */
export const publicFile = (table: Sql, column: Sql): Sql => sql`
  (select found.id
     from (select * from files where files.site_id = ${table}.site_id and files.id = ${column} offset 0) as found
    where found.visibility = 'public' and found.status = 'ready' and found.deleted_at is null)`;

export const fileAddress = ({ site }: SiteScope, id: string | null): string | null =>
  id === null ? null : `${site.origin}/files/${formatId("file", id)}`;
