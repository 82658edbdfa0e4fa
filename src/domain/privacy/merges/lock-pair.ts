import { table } from "#database/table/table.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { findMember } from "#domain/people/members/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Ids } from "./move-rows.ts";
import type { Merged } from "./require-mergeable.ts";

/** Locks both members in the order of their IDs, so that two merges that cross wait for each other. */
export async function lockPair(
  context: Context,
  { fromId, intoId }: Ids,
  lock: (context: Context, id: string) => Promise<MemberRecord>,
): Promise<Merged> {
  // The version that the caller has seen is that of the merged member.
  const unconditional = { ...context, ifMatch: undefined };
  const first = fromId <= intoId ? fromId : intoId;
  const firstLocked = await lock(first === fromId ? context : unconditional, first);
  if (fromId === intoId) return { from: firstLocked, into: firstLocked };
  const secondLocked = await lock(first === fromId ? unconditional : context, first === fromId ? intoId : fromId);
  return first === fromId ? { from: firstLocked, into: secondLocked } : { from: secondLocked, into: firstLocked };
}

/**
 * Locks both members so that no new row can refer to them: others that write such rows wait. Returns undefined if
 * one of both does not exist.
 */
export async function lockBoth(context: Context, { fromId, intoId }: Ids): Promise<Merged | undefined> {
  const { db, site } = context;
  await db.run`
    select id from ${table("members").withIds(site.id, [fromId, intoId])}
     order by id for update of members`;
  const [from, into] = [await findMember(context, fromId), await findMember(context, intoId)];
  return from && into && { from, into };
}
