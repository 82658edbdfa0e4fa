import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { MemberRecord } from "../member.ts";
import { hasOtherOwner } from "../queries.ts";

/** Ensures that a site keeps an owner who can sign in. Requires a transaction that has locked the roles. */
export async function requireOtherOwner(
  context: Context,
  { id, roles: memberRoles, status }: MemberRecord,
): Promise<void> {
  if (!memberRoles.includes("owner") || status !== "active" || (await hasOtherOwner(context, id))) return;
  throw new Problem("last_owner", "This is the last owner of the site. Make another member an owner first.");
}
