import { spellingsOf } from "#domain/platform/email.ts";
import { acceptMembership } from "#domain/people/members/access/join-site.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { findMember, findMemberByAccount, findMemberByEmail } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { Problem } from "#domain/platform/problem.ts";
import { lockBoth } from "#domain/privacy/merges/lock-pair.ts";
import { mergeMembers } from "#domain/privacy/merges/merge-members.ts";
import { insertMerge, updateMerge } from "#domain/privacy/merges/queries.ts";
import { requireMergeable } from "#domain/privacy/merges/require-mergeable.ts";

/**
 * Makes a guest who has proven the address the member of the account. If the school has a member with this account or
 * address, everything of the guest moves to that member. Requires a transaction. Throws `conflict` if the member was
 * suspended or removed, or has the same membership or ticket.
 */
export async function joinGuest(context: Context, guest: MemberRecord, accountId: string): Promise<MemberRecord> {
  const ownMember = await findOwn(context, guest, accountId);
  const isNew = ownMember === undefined || ownMember.status === "invited";
  if (isNew && !(await acceptMembership(context, (ownMember ?? guest).id, accountId, context.now))) throw blocked();
  if (ownMember) await merge(context, guest, ownMember.id);
  return mustExist(findMember(context, (ownMember ?? guest).id));
}

/**
 * The member of the account, or one with the address that has no account yet. A contact address proves nothing: a
 * member with another account keeps their purchases and their session to themselves.
 */
async function findOwn(context: Context, guest: MemberRecord, accountId: string): Promise<MemberRecord | undefined> {
  const ownMember = await findMemberByAccount(context, accountId);
  if (ownMember) return ownMember;
  const addressed = await findMemberByEmail(context, guest.email);
  if (addressed && addressed.accountId !== null) throw blocked();
  return addressed;
}

const blocked = () =>
  new Problem("conflict", "The member with this address cannot get the purchase. Contact the school.");

async function merge(context: Context, guest: MemberRecord, intoId: string): Promise<void> {
  const { now } = context;
  const merged = await lockBoth(context, { fromId: guest.id, intoId });
  if (!merged) throw blocked();
  await requireMergeable(context, merged);
  const id = newId();
  const ids = { fromMemberId: guest.id, intoMemberId: intoId, requestedBy: null };
  await insertMerge(context, { id, ...ids, expiresAt: now, status: "pending", records: [] }, now);
  const records = await mergeMembers(context, merged);
  // An export or an erasure of the member searches for the former ID and address.
  const traces = { fromEmails: spellingsOf(guest.email), fromName: guest.name, fromPhone: guest.phone };
  const confirmed = { confirmedFromAt: now, confirmedIntoAt: now, completedAt: now };
  await updateMerge(
    context,
    id,
    { status: "completed", ...confirmed, records: JSON.stringify(records), ...traces },
    now,
  );
  const names = { from: formatId("member", guest.id), into: formatId("member", intoId) };
  await recordAudit(context, "completeMemberMerge", about("memberMerge", id, names));
}
