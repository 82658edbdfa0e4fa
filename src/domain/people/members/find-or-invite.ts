import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { addMemberTo } from "./add-member.ts";
import { type MemberRecord } from "./member.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { createdEvents } from "./member-event.ts";
import { findMember, findMemberByEmail, lockMember } from "./queries.ts";

/** A person, identified by member id or email address. */
export const PersonNamed = z.object({ memberId: Id("member"), email: EmailAddress }).partial();

/**
 * Returns the member; adds a new person as an invited student. Requires a transaction. Throws `validation_failed` for
 * an unknown id or a removed member.
 */
export async function findOrInvite(
  context: Context,
  { memberId, email }: z.output<typeof PersonNamed>,
): Promise<MemberRecord> {
  if (memberId !== undefined && email === undefined) {
    const existing = await lockFound(context, await findMember(context, memberId));
    if (existing && existing.status !== "removed") return existing;
    throw validationFailed("/memberId", "not_found", `No member has the ID ${formatId("member", memberId)}.`);
  }
  if (email !== undefined && memberId === undefined) {
    const existing = await lockFound(context, await findMemberByEmail(context, email));
    if (existing?.status === "removed") {
      throw validationFailed("/email", "removed", "This person was removed from the site.");
    }
    return existing ?? invite(context, email);
  }
  throw validationFailed("/memberId", "exclusive", "Send either member_id or email.");
}

const lockFound = async (context: Context, found: { id: string } | undefined): Promise<MemberRecord | undefined> =>
  found && lockMember(context, found.id);

/** Adds a new person as a student; handles a concurrent addition. */
export async function invite(context: Context, email: string, name: string | null = null): Promise<MemberRecord> {
  const newMember = { email, name, roles: ["student" as const] };
  try {
    const member = await addMemberTo(context, newMember, context.now);
    await recordAudit(context, "addMember", about("member", member.id, { roles: member.roles }));
    await recordEvents(context, createdEvents(member));
    return member;
  } catch (error) {
    const isThere = error instanceof Problem && error.code === "already_member";
    const added = isThere ? await findMemberByEmail(context, email) : undefined;
    const existing = added && (await lockMember(context, added.id));
    if (!existing) throw error;
    return existing;
  }
}
