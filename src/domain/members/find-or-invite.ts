import * as z from "zod";
import { about } from "#domain/audit/about.ts";
import { recordAudit } from "#domain/audit/record-audit.ts";
import type { Context } from "#domain/context.ts";
import { formatId, Id } from "#domain/ids.ts";
import { recordEvents } from "#domain/outbox/record-event.ts";
import { Problem, validationFailed } from "#domain/problem.ts";
import { addMemberTo } from "./add-member.ts";
import { EmailAddress, type MemberRecord } from "./member.ts";
import { createdEvents } from "./member-event.ts";
import { findMember, findMemberByEmail, lockMember } from "./queries.ts";

/** Somebody, by their id here or by their address. */
export const PersonNamed = z.object({ memberId: Id("member"), email: EmailAddress }).partial();

/**
 * The member that is meant; whoever is new becomes a student here, with an account that nobody has claimed yet. For a
 * transaction. Throws `validation_failed` where it is nobody, or somebody who was removed.
 */
export async function findOrInvite(
  context: Context,
  { memberId, email }: z.output<typeof PersonNamed>,
): Promise<MemberRecord> {
  if ((memberId === undefined) === (email === undefined)) {
    throw validationFailed("/memberId", "exclusive", "Send member_id or email, one of the two.");
  }
  const known = memberId === undefined ? await findMemberByEmail(context, email!) : await findMember(context, memberId);
  const held = known && (await lockMember(context, known.id));
  if (held && held.status !== "removed") return held;
  if (memberId !== undefined) {
    throw validationFailed("/memberId", "not_found", `There is no member ${formatId("member", memberId)}.`);
  }
  if (held) throw validationFailed("/email", "removed", "This person was removed from the site.");
  const newcomer = { email: email!, name: null, roles: ["student" as const], passwordHash: null };
  const member = await addMemberTo(context, newcomer, context.now).catch(unlessMember);
  // Somebody else has added them at this moment.
  if (!member) return findOrInvite(context, { email });
  await recordAudit(context, "addMember", about("member", member.id, { roles: member.roles }));
  await recordEvents(context, createdEvents(member));
  return member;
}

export const unlessMember = (error: unknown) => {
  if (error instanceof Problem && error.code === "already_member") return undefined;
  throw error;
};
