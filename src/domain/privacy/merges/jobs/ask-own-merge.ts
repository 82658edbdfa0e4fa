import * as z from "zod";
import type { Database } from "#database/database.ts";
import { linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { selfOf } from "#domain/people/accounts/self.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { lockMemberOr404 } from "#domain/people/members/require-member.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { lockPair } from "../lock-pair.ts";
import { cancelMerge } from "../manage-merges.ts";
import type { MergedRecords, MergeRow } from "../merge.ts";
import { postLink } from "../post-link.ts";
import { previewMerge } from "../preview-merge.ts";
import { insertMerge, listPendingOf, updateMerge } from "../queries.ts";
import { ofStaff } from "../request-own-merge.ts";
import { type Merged, requireMergeable } from "../require-mergeable.ts";

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
  if (!site || otherId === memberId) return;
  const base = { ...systemContext(db, site, now), mail };
  const member = await findMember(base, memberId);
  if (!member?.accountId || member.status !== "active") return;
  const { accountId, roles } = member;
  const caller = { kind: "session", sessionId: newId(), memberId, accountId, roles } as const;
  try {
    await perform(mergeOwnMembers, { ...base, caller }, { id: otherId });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

const mergeOwnMembers = operation({
  name: "mergeOwnMembers",
  summary: "Request a merge of another member of the same person into the signed-in one",
  access: { only: ["session"] },
  writes: true,
  input: z.object({ id: z.string() }),
  output: z.object({ id: Id("memberMerge") }),
  async run(context, { id }) {
    const { now } = context;
    const { memberId } = selfOf(context);
    const merged = await lockPair(context, { fromId: id, intoId: memberId }, lockMemberOr404);
    if (merged.into.roles.some((role) => role !== "student")) throw ofStaff();
    await endOthers(context, [id, memberId]);
    const mergeId = newId();
    const ends = { requestedBy: memberId, expiresAt: linkExpiry(now, "member_merge") };
    const records = await recordsOf(context, merged);
    await insertMerge(context, { id: mergeId, fromMemberId: id, intoMemberId: memberId, ...ends }, records, now);
    await updateMerge(context, mergeId, { confirmedIntoAt: now }, now);
    await postLink(context, merged.from, "mergeOwn");
    return { id: mergeId };
  },
  audit: ({ id }, output) => about("memberMerge", output.id, { from: formatId("member", id) }),
});

/**
 * The last request of a person counts: otherwise a stranger could name an address to keep its owner from asking. One of
 * the staff stays.
 */
async function endOthers(context: Context, memberIds: readonly string[]): Promise<void> {
  const pending = await listPendingOf(context, memberIds, context.now);
  if (!pending.every(isOwn)) throw new Problem("conflict", "Staff has requested a merge of one of the members.");
  for (const merge of pending) await cancelMerge(context, merge);
}

const isOwn = ({ requestedBy, intoMemberId }: MergeRow): boolean => requestedBy === intoMemberId;

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
