import { inOrder, type Role } from "#access/roles.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { ConsentColumns } from "./profile/change-profile.ts";
import type { MemberRecord, NewProfile } from "./member.ts";
import { findMember, findMemberByEmail, insertMember, lockMember, updateMember } from "./queries.ts";

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
  const known = await findMemberByEmail(scope, email);
  return known?.status === "removed" ? lockMember(scope, known.id) : undefined;
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
