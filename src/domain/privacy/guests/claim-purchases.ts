import * as z from "zod";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { findGuestAddress, findGuestsWith } from "#domain/people/guests/queries.ts";
import { Member } from "#domain/people/members/member.ts";
import { updatedEvents } from "#domain/people/members/member-event.ts";
import { lockMember } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { joinGuest } from "./join-guest.ts";

/**
 * Gives a member who signs in what they bought as a guest with the address of their account, if the account has proven
 * it. A buyer who lost the receipt and the browser has the purchase as soon as they sign up or in.
 */
export async function claimPurchases(context: RequestContext, accountId: string): Promise<void> {
  const address = await provenAddress(context, accountId);
  if (address === undefined) return;
  for (const id of await findGuestsWith(context, address)) {
    try {
      await perform(claimPurchase, context, { guest: formatId("member", id) });
    } catch (error) {
      // The member has the same membership or ticket: the receipt says that the school has to change something first.
      if (!(error instanceof Problem)) throw error;
    }
  }
}

async function provenAddress({ db }: Pick<Context, "db">, accountId: string): Promise<string | undefined> {
  const account = await findAccount(db, accountId);
  return account?.emailVerifiedAt ? account.email : undefined;
}

const claimPurchase = operation({
  name: "claimPurchase",
  summary: "Claim the purchases of a guest with the own address",
  writes: { only: ["session"] },
  input: z.object({ guest: Id("member") }),
  output: z.object({ member: Member }),
  async run(context, { guest: id }) {
    const { accountId } = requireSession(context);
    const address = await provenAddress(context, accountId);
    const guest = await lockMember(context, id);
    const guestAddress = guest && (await findGuestAddress(context, guest.id));
    const isOwn = address !== undefined && guestAddress !== undefined && emailKey(address) === emailKey(guestAddress);
    if (!guest || !isOwn) throw notFound("member", formatId("member", id));
    return { member: await joinGuest(context, guest, accountId) };
  },
  audit: (_given, { member }) => ({ ...about("member", member.id), memberId: member.id }),
  event: (_given, { member }) => updatedEvents(member),
});
