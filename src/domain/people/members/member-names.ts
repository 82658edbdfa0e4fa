import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** Returns names of members by id, with the address as fallback; omits unknown ids. */
export async function namesOfMembers({ db, site }: SiteScope, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db.many<{ id: string; name: string }>`
    select id, coalesce(name, email) as name from ${table("members").withIds(site.id, ids)}`;
  return new Map(found.map(({ id, name }) => [id, name]));
}
