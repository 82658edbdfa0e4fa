import * as z from "zod";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/people/accounts/self.ts";
import { findMemberByEmail } from "#domain/people/members/queries.ts";
import { lockMemberOr404 } from "#domain/people/members/require-member.ts";
import { provePassword } from "#domain/people/sign-in/prove-password.ts";
import { linkExpiry } from "#domain/messages/mail-links/mail-link.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireQuota } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/require-session.ts";
import { lockPair } from "./lock-pair.ts";
import { cancelMerge } from "./manage-merges.ts";
import type { MergedRecords } from "./merge.ts";
import { postLink } from "./post-link.ts";
import { previewMerge } from "./preview-merge.ts";
import { insertMerge, listPendingOf, updateMerge } from "./queries.ts";
import { type Merged, requireMergeable } from "./require-mergeable.ts";

/**
 * Asks the owner of another address to merge their member into that of the signed-in person, who has proven to be that
 * person with their password. Returns false for a wrong password. The result does not say if the address is known.
 */
export async function requestOwnMerge(
  context: RequestContext,
  { email, password, browser }: { email: string; password: string; browser: string },
): Promise<boolean> {
  const { memberId, accountId } = selfOf(context);
  const account = await findAccount(context.db, accountId);
  if (!account || !(await provePassword(context, { memberId, account, password, browser }))) return false;
  if (requireSession(context).roles.some((role) => role !== "student")) throw ofStaff();
  await requireQuota(context, limits.ownMergePerMember, memberId);
  const other = await findMemberByEmail(context, email);
  if (other && other.id !== memberId) await ask(context, other.id);
  return true;
}

/** Does nothing if another merge is pending, or if the address got too many links: the requester learns neither. */
async function ask(context: RequestContext, id: string): Promise<void> {
  try {
    await perform(mergeOwnMembers, context, { id });
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== "conflict" && error.code !== "rate_limited")) throw error;
  }
}

const ofStaff = () =>
  new Problem("role_required", "People with a role at the school are merged by its administrators.");

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
    const pending = await listPendingOf(context, [id, memberId], now);
    if (pending.some(({ requestedBy }) => requestedBy !== memberId)) {
      throw new Problem("conflict", "Another merge of one of the members is pending.");
    }
    for (const merge of pending) await cancelMerge(context, merge);
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
