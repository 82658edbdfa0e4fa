import * as z from "zod";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { type MailLink, signInAddress } from "#domain/messages/mail-links/mail-link.ts";
import { findMailLink, refuseLink, spendMailLink } from "#domain/messages/mail-links/queries.ts";
import { maskedAddress, spellingsOf } from "#domain/platform/email.ts";
import { noticeExpiry } from "#domain/people/accounts/post-notice.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { cancelMerge } from "./manage-merges.ts";
import { isOwn, isPending, type MergedRecords, type MergeRow, type Side } from "./merge.ts";
import { provingAddress } from "./merge-address.ts";
import { mergeMembers } from "./merge-members.ts";
import { lockBoth } from "./lock-pair.ts";
import { endMergeLinks, listPendingOf, lockMerge, updateMerge } from "./queries.ts";
import { isStaff, requireMergeable } from "./require-mergeable.ts";

export { requestOwnMerge } from "./request-own-merge.ts";

/** A pending merge, as the recipient of a link sees it. */
export interface OpenMerge {
  /** The address of the recipient. */
  email: string;
  /** The other address, of which only its owner recognizes the masked form. */
  other: string;
  /** True if the account of the recipient stays. */
  stays: boolean;
  /** True if the person requested it, signed in to the other account. */
  isOwn: boolean;
  /** Records that move, at the time of the request. */
  records: readonly MergedRecords[];
}

/** Returns undefined for an invalid link, and for a merge that has ended. */
export async function findOpenMerge(context: Context, link: string): Promise<OpenMerge | undefined> {
  const found = await findMailLink(context, ["member_merge"], link);
  const merge = found && (await pendingOf(context, found));
  if (!merge) return undefined;
  const side = sideOf(merge, found);
  const otherMember = await findMember(context, side === "from" ? merge.intoMemberId : merge.fromMemberId);
  if (!otherMember) return undefined;
  return {
    email: found.email,
    other: maskedAddress(await provingAddress(context, otherMember)),
    stays: side === "into",
    isOwn: isOwn(merge),
    // Notes are those of the staff about the person.
    records: merge.records.filter(({ kind }) => kind !== "notes"),
  };
}

/** Returns undefined if the address of the member has changed since the link was mailed. */
async function pendingOf(context: Context, { memberId, email }: MailLink): Promise<MergeRow | undefined> {
  const member = memberId === null ? undefined : await findMember(context, memberId);
  if (!member || (await provingAddress(context, member)) !== email) return undefined;
  const [merge] = await listPendingOf(context, [member.id], context.now);
  return merge;
}

const sideOf = ({ fromMemberId }: MergeRow, { memberId }: MailLink): Side =>
  fromMemberId === memberId ? "from" : "into";

/** The merge runs with the confirmation of the second address. */
export const confirmMemberMerge = operation({
  name: "confirmMemberMerge",
  summary: "Confirm a merge of members by a mailed link",
  writes: { only: ["anonymous", "session"] },
  input: z.object({ link: z.string() }),
  output: z.object({ id: Id("memberMerge"), completed: z.boolean() }),
  async run(context, { link }) {
    const { now } = context;
    const spent = await spendMailLink(context, ["member_merge"], link);
    const merge = await lockPending(context, spent);
    const side = sideOf(merge, spent);
    await updateMerge(context, merge.id, side === "from" ? { confirmedFromAt: now } : { confirmedIntoAt: now }, now);
    const completed = (side === "from" ? merge.confirmedIntoAt : merge.confirmedFromAt) !== null;
    if (completed) await completeMerge(context, merge);
    return { id: merge.id, completed };
  },
});

export const declineMemberMerge = operation({
  name: "declineMemberMerge",
  summary: "Decline a merge of members by a mailed link",
  writes: { only: ["anonymous", "session"] },
  input: z.object({ link: z.string() }),
  output: z.object({ id: Id("memberMerge") }),
  async run(context, { link }) {
    const merge = await lockPending(context, await spendMailLink(context, ["member_merge"], link));
    await cancelMerge(context, merge);
    return { id: merge.id };
  },
});

/** Concurrent confirmations of both addresses wait for each other, so that the second one sees the first. */
async function lockPending(context: Context, spent: MailLink): Promise<MergeRow> {
  const found = await pendingOf(context, spent);
  const merge = found && (await lockMerge(context, found.id));
  return merge && isPending(merge, context.now) ? merge : refuseLink();
}

async function completeMerge(context: Context, merge: MergeRow): Promise<void> {
  const { now } = context;
  const merged = await lockBoth(context, { fromId: merge.fromMemberId, intoId: merge.intoMemberId });
  if (!merged) return refuseLink();
  await requireMergeable(context, merged, merge.id);
  if (isOwn(merge) && isStaff(merged.into)) throw new Problem("conflict", "The person who asked has a role by now.");
  const { from, into } = merged;
  const theirs = await recipientOf(context, from);
  const recipient = await recipientOf(context, into);
  const emails = [...new Set([from.email, theirs.email].flatMap(spellingsOf))];
  await endMergeLinks(context, [from.id, into.id], now);
  const records = await mergeMembers(context, merged);
  const { accountId: fromAccountId, name: fromName, phone: fromPhone } = from;
  const traces = { fromEmails: emails, fromAccountId, fromName, fromPhone };
  const done = { status: "completed" as const, completedAt: now, records: JSON.stringify(records) };
  await updateMerge(context, merge.id, { ...done, ...traces }, now);
  await recordAudit(
    context,
    "completeMemberMerge",
    about("memberMerge", merge.id, { from: formatId("member", from.id), into: formatId("member", into.id) }),
  );
  for (const { email, locale } of [theirs, recipient]) {
    const to = { email, locale, until: noticeExpiry(context) };
    await context.mail?.post(context, to, { kind: "membersMerged", link: signInAddress(context.site) });
  }
}

async function recipientOf(context: Context, member: MemberRecord) {
  const locale = mailLocale(member.locale, mailLocale(context.site.defaultLocale, "en"));
  return { email: await provingAddress(context, member), locale };
}
