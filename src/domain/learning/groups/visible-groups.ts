import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { ownGroups } from "./require-group.ts";

/** Limits a query to groups visible to the caller: filtering by another group would reveal its members. */
export async function withVisibleGroups<Query extends object>(context: Context, query: Query): Promise<Query> {
  const own = ownGroups(context);
  const { groupId } = query as { groupId?: string[] };
  if (groupId === undefined || own === undefined) return query;
  const { db, site } = context;
  const found = await db.many<{ id: string }>`
    select groups.id from ${table("groups").withIds(site.id, groupId)}
     where ${table("groups").present}
       and ${own} order by groups.id`;
  return { ...query, groupId: found.map(({ id }) => id) };
}
