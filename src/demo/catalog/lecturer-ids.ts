import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";

/** Returns the IDs of lecturers in wire format, in the order of their slugs. */
export async function lecturerIdsOf({ db, site }: SiteScope, slugs: readonly string[]): Promise<string[]> {
  const found = await db.many<{ id: string }>`
    select id from lecturers where site_id = ${site.id} and slug = any(${[...slugs]}) order by slug`;
  return found.map(({ id }) => formatId("lecturer", id));
}
