import type { Caller } from "#access/caller.ts";
import { inOrder, type Role, roles } from "#access/roles.ts";
import type { Context } from "../context.ts";
import { findMemberRoles } from "./member-roles.ts";
import { Problem } from "../problem.ts";

/** Lower is higher; no roles rank lowest. */
const rank = (memberRoles: readonly Role[]) => {
  const highest = inOrder(memberRoles)[0];
  return highest ? roles.indexOf(highest) : roles.length;
};

/** Returns whether these roles open the admin area or courses of others. */
export const namesStaff = (given: readonly Role[] | undefined): boolean =>
  given?.some((role) => role !== "student") ?? false;

/** Returns the roles above the caller's. The command line and system callers rank above all. */
export function rolesAbove(caller: Caller): readonly Role[] {
  if (caller.kind === "cli" || caller.kind === "system") return [];
  // A directory never changes owners. What else it may change, its operations decide by its key.
  if (caller.kind === "provisioning") return ["owner"];
  return roles.slice(0, rank(caller.kind === "anonymous" ? [] : caller.roles));
}

/** True if the highest of these roles is above the highest of the others. */
export const ranksAbove = (own: readonly Role[], others: readonly Role[]): boolean => rank(own) < rank(others);

/**
 * Rejects granting a role above the caller's own, and any change to a member with such a role: profile, roles,
 * status, notes, exports, jobs, files and uploads. Learning, purchases and messages are exempt:
 * test/rest/people/higher-roles.test.ts lists each exemption with its reason.
 */
export function requireMayChange(caller: Caller, ...affected: (readonly Role[])[]): void {
  const forbidden = rolesAbove(caller);
  const above = affected.find((memberRoles) => memberRoles.some((role) => forbidden.includes(role)));
  if (!above) return;
  const [role] = inOrder(above);
  const allowed = role === "owner" ? "an owner" : `a member with the role ${role} or higher`;
  throw new Problem("role_escalation", `Only ${allowed} can do this.`);
}

/** Applies `requireMayChange` to a member id. Actions of commands and deleted members have no member. */
export async function requireMayActOn(context: Context, memberId: string | null): Promise<void> {
  if (memberId === null || rolesAbove(context.caller).length === 0) return;
  const member = await findMemberRoles(context, memberId);
  if (member) requireMayChange(context.caller, member.roles);
}
