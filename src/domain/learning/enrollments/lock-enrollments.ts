import { sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { rowsByKey } from "#domain/platform/rows-by-key.ts";

/** Locks enrollments until the transaction ends. In ID order, to prevent deadlocks. */
export async function lockEnrollments({ db, site }: SiteScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.many`
    select id from ${rowsByKey(sql`enrollments`, site.id, sql`enrollments.id`, ids)} order by id for no key update`;
}
