import type { Context } from "#domain/platform/context.ts";
import { ownGroups } from "./require-group.ts";

/** Limits a query to groups visible to the caller: filtering by another group would reveal its members. */
export async function withVisibleGroups<Query extends object>(context: Context, query: Query): Promise<Query> {
  const own = ownGroups(context);
  const { groupId } = query as { groupId?: string[] };
  if (groupId === undefined || own === undefined) return query;
  const { db, site } = context;
  const found = await db.many<{ id: string }>`
    select groups.id from groups
     where groups.site_id = ${site.id} and groups.id = any(${groupId}::uuid[]) and groups.deleted_at is null
       and ${own} order by groups.id`;
  return { ...query, groupId: found.map(({ id }) => id) };
}
