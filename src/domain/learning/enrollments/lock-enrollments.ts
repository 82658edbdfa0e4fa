import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** Locks enrollments until the transaction ends. In ID order, to prevent deadlocks. */
export async function lockEnrollments({ db, site }: SiteScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.many`
    select id from ${table("enrollments").withIds(site.id, ids)} order by id for no key update`;
}
