import { sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { ownGroups } from "./require-group.ts";
import { isPresentIn } from "#domain/platform/is-present.ts";
import { rowsByKey } from "#domain/platform/rows-by-key.ts";

/** Limits a query to groups visible to the caller: filtering by another group would reveal its members. */
export async function withVisibleGroups<Query extends object>(context: Context, query: Query): Promise<Query> {
  const own = ownGroups(context);
  const { groupId } = query as { groupId?: string[] };
  if (groupId === undefined || own === undefined) return query;
  const { db, site } = context;
  const found = await db.many<{ id: string }>`
    select groups.id from ${rowsByKey(sql`groups`, site.id, sql`groups.id`, groupId)}
     where ${isPresentIn(sql`groups`)}
       and ${own} order by groups.id`;
  return { ...query, groupId: found.map(({ id }) => id) };
}
