import type { Context } from "#domain/platform/context.ts";
import {
  requireOneName,
  requireRegistrable,
  unknownMember,
} from "#domain/events/event-registrations/registration-rules.ts";
import { invite } from "#domain/people/members/find-or-invite.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { findMember, findMemberByEmail, lockMember } from "#domain/people/members/queries.ts";

interface NamedBuyer {
  memberId: string | undefined;
  email: string | undefined;
  name: string | undefined;
}

/** Finds and locks the buyer. An unknown address becomes a student with an unclaimed account. */
export async function requireBuyer(context: Context, { memberId, email, name }: NamedBuyer): Promise<MemberRecord> {
  const named = requireOneName({ memberId, email });
  const found =
    "memberId" in named ? await findMember(context, named.memberId) : await findMemberByEmail(context, named.email);
  const known = found && (await lockMember(context, found.id));
  if (known) return requireRegistrable(known, named);
  if ("memberId" in named) throw unknownMember(named.memberId);
  return invite(context, named.email, name ?? null);
}
