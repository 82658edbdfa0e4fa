import * as z from "zod";
import type { Database, Queries } from "#database/database.ts";
import { linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { lockPair } from "../lock-pair.ts";
import { cancelMerge } from "../manage-merges.ts";
import { isOwn, isPending, type MergedRecords } from "../merge.ts";
import { postLink } from "../post-link.ts";
import { previewMerge } from "../preview-merge.ts";
import { insertMerge, listPendingOf, lockMerge, updateMerge } from "../queries.ts";
import { isStaff, type Merged, requireMergeable } from "../require-mergeable.ts";
import { lockMemberOr404 } from "#domain/people/members/queries.ts";

const Payload = z.object({ siteId: z.uuid(), memberId: z.uuid(), otherId: z.uuid() });

/**
 * The job `ask_own_merge`: mails the owner of the other address. Does nothing if staff has asked for a merge of one of
 * both, or if the address got too many links: the person who asked learns neither.
 */
export async function askOwnMerge(
  db: Database,
  payload: unknown,
  { now, mail }: { now: Date; mail: Postbox | undefined },
): Promise<void> {
  const { siteId, memberId, otherId } = Payload.parse(payload);
  const site = await findSite(db, siteId);
  if (!site) return;
  const contextIn = (inside: Queries) => ({ ...systemContext(inside, site, now), mail });
  await db.transaction((inside) => endOwn(contextIn(inside), memberId));
  if (otherId === memberId) return;
  try {
    await db.transaction((inside) => ask(contextIn(inside), otherId, memberId));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

/** A further request ends the earlier ones of the person, whether or not the new address is known. */
async function endOwn(context: Context, memberId: string): Promise<void> {
  for (const { id } of (await listPendingOf(context, [memberId], context.now)).filter(isOwn)) {
    const merge = await lockMerge(context, id);
    if (merge?.intoMemberId === memberId && isPending(merge, context.now)) await cancelMerge(context, merge);
  }
}

/** The audit entry is one of the system: the export of the person who asked has their own entries. */
async function ask(context: Context, fromId: string, intoId: string): Promise<void> {
  const { now } = context;
  const merged = await lockPair(context, { fromId, intoId }, lockMemberOr404);
  if (merged.into.status !== "active" || isStaff(merged.into)) return;
  await endOthers(context, [fromId, intoId]);
  const mergeId = newId();
  const ends = { requestedBy: intoId, expiresAt: linkExpiry(now, "member_merge") };
  const records = await recordsOf(context, merged);
  const merge = {
    id: mergeId,
    fromMemberId: fromId,
    intoMemberId: intoId,
    ...ends,
    status: "pending",
    records,
  } as const;
  await insertMerge(context, merge, now);
  await updateMerge(context, mergeId, { confirmedIntoAt: now }, now);
  await postLink(context, merged.from, "mergeOwn");
  const pair = { from: formatId("member", fromId), into: formatId("member", intoId) };
  await recordAudit(context, "mergeOwnMembers", about("memberMerge", mergeId, pair));
}

/**
 * The last request of a person counts: otherwise a stranger could name an address to keep its owner from asking. One of
 * the staff stays.
 */
async function endOthers(context: Context, memberIds: readonly string[]): Promise<void> {
  const pending = await listPendingOf(context, memberIds, context.now);
  if (!pending.every(isOwn)) throw new Problem("conflict", "Staff has requested a merge of one of the members.");
  for (const merge of pending) await cancelMerge(context, merge);
}

/** Obstacles are named after the other address has confirmed: the requester may be a stranger to that member. */
async function recordsOf(context: Context, merged: Merged): Promise<readonly MergedRecords[]> {
  try {
    await requireMergeable(context, merged);
    return await previewMerge(context, merged);
  } catch (error) {
    if (error instanceof Problem && error.code === "conflict") return [];
    throw error;
  }
}
