import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { requireMayChange } from "#domain/platform/callers/role-rules.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import type { MemberRecord } from "./member.ts";
import { findMember, hasOtherOwner, lockMember } from "./queries.ts";

/** Returns the member, locked, if the caller has seen its current version. */
export async function lockMemberOr404(context: Context, id: string): Promise<MemberRecord> {
  const member = await lockMember(context, id);
  if (!member) throw notFound("member", formatId("member", id));
  requireVersion(context, member);
  return member;
}

export async function requireMember(context: Context, id: string): Promise<MemberRecord> {
  const member = await findMember(context, id);
  if (!member) throw notFound("member", formatId("member", id));
  return member;
}

/** Returns the member. Rejects a caller whom the member ranks above. */
export async function requireMemberToChange(context: Context, id: string): Promise<MemberRecord> {
  const member = await requireMember(context, id);
  requireMayChange(context.caller, member.roles);
  return member;
}

/** Ensures that a site keeps an owner who can sign in. Requires a transaction that has locked the roles. */
export async function requireOtherOwner(
  context: Context,
  { id, roles: memberRoles, status }: MemberRecord,
): Promise<void> {
  if (!memberRoles.includes("owner") || status !== "active" || (await hasOtherOwner(context, id))) return;
  throw new Problem("last_owner", "This is the last owner of the site. Make another member an owner first.");
}
