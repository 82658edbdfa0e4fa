import type { Context, RequestContext } from "#domain/platform/context.ts";
import { type Rotated, type RotationRequest, rotations } from "./refresh-rotations.ts";

/** Uses of one token within the grace period. */
const maxUses = 32;

/**
 * Rotates a refresh token that was spent within the grace period, or one of the successors that such a token has. At
 * most one chain of tokens survives (RFC 9700 §4.14.2): the first successor that is used ends the others, with their
 * access tokens, and the spent token. A later use of any of these counts as a replay.
 *
 * The lock on the spent token serializes uses of it and of its successors across processes. A transaction instead of
 * one statement, because what another one has added meanwhile is visible only to the statement after the lock.
 */
export async function rotateRival(context: RequestContext, requested: RotationRequest): Promise<Rotated | undefined> {
  const found = await findRivals(context, requested);
  if (!found) return undefined;
  const { parent, isReplay } = found;
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const locked = await lockParent(inside, parent);
    if (!locked) return undefined;
    const successors = locked.successors ?? [];
    if (isReplay && !(await keepOpen(inside, parent, successors, requested.refreshExpiresAt))) return undefined;
    const rotated = await db.together(rotations, { ...requested, rivalsOf: parent });
    if (rotated && !isReplay) await settle(inside, parent, successors, requested.digest);
    return rotated;
  });
}

interface Rivals {
  parent: Buffer;
  /** The token itself is used again. Otherwise it is a successor of the parent. */
  isReplay: boolean;
}

const findRivals = ({ db }: Context, { siteId, digest, spentAfter }: RotationRequest): Promise<Rivals | undefined> =>
  db.first<Rivals>`
    select coalesce(rival_of, digest) as parent, false as is_replay
      from tokens
     where site_id = ${siteId} and digest = ${digest} and spent_at is null and rival_of is not null
    union all
    select digest as parent, true as is_replay
      from tokens
     where site_id = ${siteId} and digest = ${digest} and kind = 'refresh' and spent_at > ${spentAfter}
       and successors is distinct from '{}'`;

/** Returns undefined if one of the successors was used. */
const lockParent = ({ db, site }: Context, parent: Buffer) =>
  db.first<{ successors: Buffer[] | null }>`
    select successors from tokens
     where site_id = ${site.id} and digest = ${parent} and successors is distinct from '{}'
       for update`;

/**
 * Marks all successors as rivals, so that each waits for the parent, which is stored as long as they are. Returns false
 * if the only one before was used, or for too many uses.
 */
async function keepOpen(
  { db, site }: Context,
  parent: Buffer,
  successors: readonly Buffer[],
  expiresAt: Date,
): Promise<boolean> {
  const open = await db.write.many`
    update tokens set rival_of = ${parent}
     where site_id = ${site.id} and digest = any(${successors}::bytea[]) and kind = 'refresh' and spent_at is null
    returning digest`;
  if (open.length < successors.length / 2 || open.length >= maxUses) return false;
  await db.run`
    update tokens set expires_at = greatest(expires_at, ${expiresAt}) where site_id = ${site.id} and digest = ${parent}`;
  return true;
}

/** Ends the parent and the other successors. */
async function settle({ db, site, now }: Context, parent: Buffer, successors: readonly Buffer[], used: Buffer) {
  const index = successors.findIndex((successor) => successor.equals(used));
  const others = index === -1 ? successors : successors.toSpliced(index - 1, 2);
  await db.run`update tokens set successors = '{}' where site_id = ${site.id} and digest = ${parent}`;
  await db.run`
    update tokens set spent_at = ${now}, successors = '{}'
     where site_id = ${site.id} and digest = any(${others}::bytea[]) and kind = 'refresh' and spent_at is null`;
  await db.run`
    delete from tokens where site_id = ${site.id} and digest = any(${others}::bytea[]) and kind = 'access'`;
}
