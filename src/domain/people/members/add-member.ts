import * as z from "zod";
import { inOrder, type Role } from "#access/roles.ts";
import type { SiteScope, Context } from "#domain/platform/context.ts";
import { newId, formatId, Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { ConsentColumns } from "./profile/change-profile.ts";
import type { MemberRecord, NewProfile } from "./member.ts";
import { findMember, findMemberByEmail, insertMember, lockMember, updateMember } from "./queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { createdEvents } from "./member-event.ts";

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

interface NewMember {
  email: string;
  name: string | null;
  roles: readonly Role[];
  /** Allows a removed member to return. The site's staff decides that, not the person. */
  returns?: boolean;
  profile?: NewProfile & ConsentColumns;
}

/**
 * Adds a person to the site. They stay invited until they accept, even if the address has an account: accounts are
 * not read here. Requires a transaction. Throws `already_member`.
 */
export async function addMemberTo(scope: SiteScope, newMember: NewMember, now: Date): Promise<MemberRecord> {
  const removed = newMember.returns ? await findRemoved(scope, newMember.email) : undefined;
  if (removed) return restoreMember(scope, removed, newMember, now);
  const { email, name, roles, profile = {} } = newMember;
  const id = newId();
  const identity = { id, email, name, roles: inOrder(roles), status: "invited" as const };
  if (!(await insertMember(scope, { ...profile, ...identity, joinedAt: now }, now))) {
    throw alreadyMember(email);
  }
  return mustExist(findMember(scope, id));
}

export const alreadyMember = (email: string) =>
  new Problem("already_member", `${email} is already a member of this site. Change the existing member instead.`);

async function findRemoved(scope: SiteScope, email: string): Promise<MemberRecord | undefined> {
  const existing = await findMemberByEmail(scope, email);
  return existing?.status === "removed" ? lockMember(scope, existing.id) : undefined;
}

/** A returning member keeps their identity and learning history, but must accept again. */
async function restoreMember(
  scope: SiteScope,
  existing: MemberRecord,
  { name, roles, profile = {} }: NewMember,
  now: Date,
): Promise<MemberRecord> {
  const status = "invited" as const;
  const input = { ...profile, name: name ?? existing.name, roles: inOrder(roles), status, joinedAt: now };
  await updateMember(scope, existing, input, now);
  return mustExist(findMember(scope, existing.id));
}
